import { withPlainDigits } from './clean-text.ts'

/* The rules for phone numbers. The database has the same ones: `private.clean_phone` and `private.is_phone`. */

/** Returns a phone number in the form that is stored: plain digits and separators, without a label, the extension last. */
export function cleanPhone(text: string): string {
  return (
    withPlainDigits(text)
      .replace(/[\u200B-\u200D]|[\uFE00-\uFE0F]|\u20E3/g, '')
      .replace(/[\u2010-\u2015\u2043\u2212\u2796\u30FC]/g, '-')
      // Bullets, symbols and emoji.
      .replace(/[\u00B7\u2022\u2100-\u2BFF\u{1F000}-\u{1FAFF}]/gu, ' ')
      .replace(/^ *(?:(?:tel|phone|mobile|cell|whatsapp)[.:]* *)+/i, '')
      .replace(/[ ,;]*(?:extension|extn|ext|x|#)[ .:=]*([0-9]{1,7}) *$/i, ' ext. $1')
      .replace(/ +/g, ' ')
      .replace(/^ | $/g, '')
  )
}

/** Whether a cleaned text can be a phone number: 4 to 20 digits with separators, and an extension. */
export function isPhone(text: string): boolean {
  const [number = ''] = text.split(' ext. ')
  const { length } = number.replace(/[^0-9]/g, '')
  return /^[0-9 +()[\].,/-]*(?: ext\. [0-9]{1,7})?$/.test(text) && length >= 4 && length <= 20
}
