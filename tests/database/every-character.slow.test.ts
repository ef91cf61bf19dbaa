import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldRules } from '../../src/features/listing/community-schema.ts'
import { cleanLine, cleanText } from '../../src/lib/clean-text.ts'
import { cleanPhone, isPhone } from '../../src/lib/phone.ts'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { cleanInDatabase } from './clean-in-database.ts'
import { filterByRule } from './filter-by-rule.ts'

/* The form and the database agree about every kind of character: the first and last of each run, and every 32nd. */

const local = await startLocalSupabase()
afterAll(() => local.stop())

/** The kinds of characters that the rules distinguish. DI are the invisible ones. */
const kinds = [/\p{DI}/u, /\p{L}/u, /\p{M}/u, /\p{Nd}/u, /\p{N}/u, /\p{P}/u, /\p{S}/u, /\p{Z}/u]
const kindOf = (code: number) => kinds.findIndex((kind) => kind.test(String.fromCodePoint(code)))
const isLimit = (code: number) =>
  kindOf(code) !== kindOf(code - 1) || kindOf(code) !== kindOf(code + 1)

// The blocks in between are newer than Unicode in some versions of PostgreSQL.
const ranges = [
  [0x1, 0xd7ff],
  [0xe000, 0x1_bfff],
  [0x1_d000, 0x1_ffff],
  [0xe_0000, 0xe_01ff],
] as const
const characters = ranges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_nothing, index) => first + index)
    .filter((code) => code % 32 === 0 || isLimit(code))
    .map((code) => String.fromCodePoint(code)),
)

test.each([
  ['name', fieldRules.name, 'private.is_line(value, 100)'],
  [
    'description',
    fieldRules.description,
    'private.is_visible(value) and private.is_text(value, 2000)',
  ],
] as const)(
  'a %s that the form saves is accepted by the database',
  async (_field, schema, rule) => {
    // A NUL and surrogates cannot be sent to the database, so the form must remove them.
    const saved = [...characters, '\0', '\uD800', '\uDFFF'].flatMap((character) =>
      [character, `a${character}b`].flatMap((text) => z.safeParse(schema, text).data ?? []),
    )
    expect(saved.length).toBeGreaterThan(characters.length)
    const accepted = new Set(await filterByRule(local, rule, saved))
    expect(saved.filter((text) => !accepted.has(text))).toEqual([])
  },
)

test.each([
  ['line', cleanLine, 'private.clean_line'],
  ['text', cleanText, 'private.clean_text'],
] as const)(
  'a %s is cleaned by the form and the database alike, and only once',
  async (_kind, clean, cleanFunction) => {
    const texts = characters.flatMap((character) => [
      character,
      `1${character}2`,
      `😀${character}\u200D`,
      `ا${character}\u200Cب`,
      `${character}\u200B${character}`,
      `${character}\uFE0F\u20E3${character}\uFE0F`,
      `🏴${character}\u{E0067}漢\u{E0100}${character}\u{E0101}`,
    ])
    const cleaned = texts.map(clean)
    const stored = await cleanInDatabase(local, cleanFunction, texts)
    expect(texts.filter((_text, index) => cleaned[index] !== stored[index])).toEqual([])
    expect(cleaned.filter((text) => clean(text) !== text)).toEqual([])
  },
  60_000,
)

test('a phone number is cleaned by the form and the database alike, and only once', async () => {
  const texts = characters.map((character) => `+1 23${character}45 67`)
  const cleaned = texts.map(cleanPhone)
  const stored = await cleanInDatabase(local, 'private.clean_phone', texts)
  // Other texts are refused. Versions of Unicode fold some letters differently.
  const isStored = (_text: string, index: number) =>
    [cleaned[index], stored[index]].some((text) => isPhone(text ?? ''))
  expect(texts.filter(isStored).length).toBeGreaterThan(500)
  expect(cleaned.filter(isStored)).toEqual(stored.filter(isStored))
  expect(cleaned.filter((text) => isPhone(text) && cleanPhone(text) !== text)).toEqual([])
}, 60_000)
