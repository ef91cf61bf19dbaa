import { type ChangeEvent, useRef, useState } from 'react'
import { cleanText } from '../lib/clean-text.ts'
import { countCharacters } from '../lib/count-characters.ts'
import { formatCount } from './format.ts'

type Options = {
  /** The limit of the database, in characters. */
  limit: number
  /** The error of an empty text; undefined if the text is optional. */
  missing: string | undefined
}

/**
 * The text area of a small form, which is checked on submit. A text that is too long is not cut off.
 *
 * @returns the props of the text area, the cleaned text, and `check`, which shows an error, focuses the text area and then
 * returns false
 */
export function useCheckedText({ limit, missing }: Options) {
  const [value, setValue] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const ref = useRef<HTMLTextAreaElement>(null)
  const text = cleanText(value)
  const isTooLong = countCharacters(text) > limit
  const error = isTooLong ? `Use at most ${formatCount(limit)} characters` : !text && missing

  return {
    text,
    check: (): boolean => {
      setIsChecked(true)
      if (error) ref.current?.focus()
      return !error
    },
    field: {
      ref,
      limit,
      required: missing !== undefined,
      value,
      error: (isChecked && error) || undefined,
      onChange: (event: ChangeEvent<HTMLTextAreaElement>) => setValue(event.currentTarget.value),
    },
  }
}
