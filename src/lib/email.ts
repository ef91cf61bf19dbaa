/** The maximum length of an email in a profile. The auth service itself would accept 255. */
export const maxEmailLength = 254

/** Whether a cleaned text looks like an email address. Only sending to it shows whether it exists. */
export const isEmail = (text: string): boolean =>
  text.length <= maxEmailLength && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
