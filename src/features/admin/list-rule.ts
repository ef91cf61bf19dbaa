import * as z from 'zod/mini'
import { cleanLine } from '../../lib/clean-text.ts'
import { countCharacters } from '../../lib/count-characters.ts'
import { plainWords } from '../../lib/plain-words.ts'

/* The rules of a field for several names or words, separated by commas or line breaks. */

type Options = { each: 'name' | 'word'; maxLength: number }

/** Returns the rule of a text that holds a list. The checks run first. */
export function listRule(
  { each, maxLength }: Options,
  ...checks: z.core.$ZodCheck<string[]>[]
): z.ZodMiniType<string[], string> {
  return z.pipe(
    z.pipe(z.string(), z.transform(splitList)),
    z.array(z.string()).check(
      ...checks,
      z.refine((items) => items.every(hasWords), `Each ${each} needs a letter or a digit`),
      z.refine(
        (items) => items.every((item) => countCharacters(item) <= maxLength),
        `Each ${each} can have at most ${maxLength} characters`,
      ),
    ),
  )
}

export const hasWords = (text: string): boolean => plainWords(text) !== ''

/** Returns the items without repeated ones. Of two that differ only in case, accents or punctuation, the first stays. */
function splitList(text: string): string[] {
  const unique = new Map<string, string>()
  for (const part of text.split(/[,\uFF0C\u3001\u060C\n\r]/)) {
    const item = cleanLine(part).replaceAll(/ {2,}/g, ' ')
    const key = plainWords(item) || item
    if (!unique.has(key)) unique.set(key, item)
  }
  unique.delete('')
  return [...unique.values()]
}
