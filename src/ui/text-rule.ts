import * as z from 'zod/mini'
import { cleanText } from '../lib/clean-text.ts'
import { countCharacters } from '../lib/count-characters.ts'
import { formatCount } from './format.ts'

/**
 * Returns the rule of a text area. Its value is cleaned; a text that is too long is not cut off.
 *
 * @param limit the limit of the database, in characters
 * @param missing the error of an empty text; undefined if the text is optional
 */
export const textRule = (limit: number, missing?: string) =>
  z.string().check(
    z.overwrite(cleanText),
    z.refine((text) => text !== '' || missing === undefined, missing),
    z.refine(
      (text) => countCharacters(text) <= limit,
      `Use at most ${formatCount(limit)} characters`,
    ),
  )
