import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldRules } from '../../src/communities/form/community-schema.ts'
import { cleanLine, cleanText } from '../../src/lib/clean-text.ts'
import { cleanPhone, isPhone } from '../../src/lib/phone.ts'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { cleanInDatabase } from './clean-in-database.ts'
import { filterByRule } from './filter-by-rule.ts'

const local = await startLocalSupabase()
afterAll(() => local.stop())

describe('every character of the basic plane', () => {
  const characters = Array.from({ length: 0x10000 }, (_nothing, code) => String.fromCharCode(code))
  const { name, description } = fieldRules

  test.each([
    ['name', name, 'private.is_line(value, 100)'],
    ['description', description, 'private.is_visible(value) and private.is_text(value, 2000)'],
  ] as const)(
    'that the form saves in a %s is accepted by the database',
    async (_field, schema, rule) => {
      const saved = characters.flatMap((character) =>
        [character, `a${character}b`].flatMap((text) => z.safeParse(schema, text).data ?? []),
      )
      expect(saved.length).toBeGreaterThan(0x10000)
      const accepted = new Set(await filterByRule(local, rule, saved))
      expect(saved.filter((text) => !accepted.has(text))).toEqual([])
    },
  )
})

describe('every character of the basic plane, and those around the limits of other ranges,', () => {
  const ranges = [
    [0x1, 0xd7ff],
    [0xe000, 0xffff],
    ...[0x1_0a00, 0x1_1fff, 0x1_e900, 0x1_e95f, 0x1_f000, 0x1_faff, 0x2_0000, 0x3_ffff].map(
      (limit) => [limit - 2, limit + 2] as const,
    ),
    [0x1_e94e, 0x1_e95a],
    [0xe_0000, 0xe_01f2],
    [0x10_fffe, 0x10_ffff],
  ] as const
  const characters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_nothing, index) =>
      String.fromCodePoint(first + index),
    ),
  )

  test.each([
    ['line', cleanLine, 'private.clean_line'],
    ['text', cleanText, 'private.clean_text'],
  ] as const)(
    'is cleaned in a %s by the form and the database alike, and only once',
    async (_kind, clean, cleanFunction) => {
      for (const wrap of [
        (character: string) => character,
        (character: string) => `1${character}2`,
        (character: string) => `😀${character}\u200D`,
        (character: string) => `ا${character}\u200Cب`,
        (character: string) => `${character}\u200B${character}`,
        (character: string) => `${character}\uFE0F\u20E3${character}\uFE0F`,
        (character: string) => `🏴${character}\u{E0067}漢\u{E0100}${character}\u{E0101}`,
      ]) {
        const texts = characters.map(wrap)
        const cleaned = texts.map(clean)
        const stored = await cleanInDatabase(local, cleanFunction, texts)
        expect(texts.filter((_text, index) => cleaned[index] !== stored[index])).toEqual([])
        expect(cleaned.filter((text) => clean(text) !== text)).toEqual([])
      }
    },
    120_000,
  )

  test('is cleaned in a phone number by the form and the database alike, and only once', async () => {
    const texts = characters.map((character) => `+1 23${character}45 67`)
    const cleaned = texts.map(cleanPhone)
    const stored = await cleanInDatabase(local, 'private.clean_phone', texts)
    // Other texts are refused. Versions of Unicode fold some letters differently.
    const isStored = (_text: string, index: number) =>
      [cleaned[index], stored[index]].some((text) => isPhone(text ?? ''))
    const accepted = texts.filter(isStored)
    expect(accepted.length).toBeGreaterThan(1000)
    expect(cleaned.filter(isStored)).toEqual(stored.filter(isStored))
    expect(cleaned.filter((text) => isPhone(text) && cleanPhone(text) !== text)).toEqual([])
  }, 240_000)
})
