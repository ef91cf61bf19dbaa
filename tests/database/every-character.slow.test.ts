import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldRules } from '../../src/communities/form/community-schema.ts'
import { type LocalSupabase, startLocalSupabase } from '../../supabase/local/start.ts'
import { filterByRule } from './filter-by-rule.ts'

let local: LocalSupabase

beforeAll(async () => {
  local = await startLocalSupabase()
})
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
