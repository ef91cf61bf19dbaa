import { expect, test } from 'vitest'
import { local } from './closed-backend.ts'

/* Comparing the names of WhatsApp groups. */

const evaluate = async (expression: string, pairs: string[][]) => {
  const { rows } = await local.connection.driver.query<{ result: unknown }>(
    `select ${expression} as result
     from rows from (unnest($1::text[]), unnest($2::text[])) with ordinality as given (one, other, place)
     order by place`,
    [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
  )
  return pairs.map(([one, other], index) => [one, other, rows[index]?.result])
}

test('case, accents, punctuation, emoji and codes make no difference between names', async () => {
  const names = [
    ['Surf & Yoga Café', '  SURF YOGA cafe 🏄‍♀️!!', 'same'],
    ['Sunrise Swimmers', 'Sun-rise\u00ADSwimmers\u200B', 'same'],
    ['Zürich Läufer', 'ZURICH LAUFER', 'same'],
    ['Sunrise Swimmers', 'Sunrise Swimmers WP-4F7K', 'same'],
    ['Sunrise Swimmers', 'Sunrise Runners', 'related'],
    // Letters that Unicode counts as emoji.
    ['Sunrise Swimmers', 'Sunrise Swimmers 🅲🆁🆈🅿🆃🅾 🆂🅸🅶🅽🅰🅻🆂', 'related'],
    ['清迈数字游民', '清迈加密', 'related'],
    ['Sunrise Swimmers', 'Crypto Signals VIP', 'unrelated'],
    // Words that many groups have are not in common.
    ['WhatsApp Group of the Swimmers 2026', 'The Crypto WhatsApp Group 2026', 'unrelated'],
    ['清迈数字游民', '加密货币', 'unrelated'],
    ['Sunrise Swimmers', '🚀🚀🚀', 'unrelated'],
    ['Sunrise Swimmers', '\u3164', 'unrelated'],
  ]
  const comparison = `case when private.is_same_group_name(one, other) then 'same'
    when private.is_unrelated_name(one, other) then 'unrelated' else 'related' end`
  expect(await evaluate(comparison, names)).toEqual(names)
})

test('generic words, emoji and invisible characters do not tell groups apart', async () => {
  const names = ['WhatsApp Group', '🌊🌊', '\u3164'].map((name) => [name, '', '{}'])
  expect(await evaluate('private.telling_words(one)::text', names)).toEqual(names)
})

test('a name without codes has no separators around them either', async () => {
  const names = [
    ['Lisbon Nomads (WP-4F7K)', '', 'Lisbon Nomads'],
    ['Lisbon Nomads - wp–4f7k', '', 'Lisbon Nomads'],
    ['WP-4F7K | Lisbon Nomads 🇵🇹', '', 'Lisbon Nomads 🇵🇹'],
    ['Lisbon [WP-4F7K] Nomads', '', 'Lisbon Nomads'],
    ['WP-4F7K', '', ''],
    // Not codes.
    ['WP-4F7KX Nomads (2026)', '', 'WP-4F7KX Nomads (2026)'],
    ['Club WP-2026', '', 'Club WP-2026'],
  ]
  expect(await evaluate('private.remove_codes(one)', names)).toEqual(names)
})
