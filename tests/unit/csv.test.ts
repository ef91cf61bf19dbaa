import { parse } from 'papaparse'
import { describe, expect, test } from 'vitest'
import { toCsv } from '../../src/routes/admin/export/csv.ts'

const cell = (value: string | number | boolean | null) =>
  parse<string[]>(toCsv(['Name'], [[value]])).data[1]?.[0]

describe('a CSV export', () => {
  test('keeps quotes, commas and line breaks', () => {
    const text = 'Say "hi", then\nrun; or not'
    expect(cell(text)).toBe(text)
  })

  test('starts with a header row and separates rows with CRLF', () => {
    expect(toCsv(['Name', 'Credits'], [['Ana', 3]])).toBe('Name,Credits\r\nAna,3')
  })

  test.each([
    '=HYPERLINK("https://evil.example","Click")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '|calc',
    '%APPDATA%',
    '\r=1',
    '  =1+1',
    '\u00A0=1',
    '\uFEFF=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠A1',
  ])('turns a formula into text: %j', (formula) => {
    expect(cell(formula)).toBe(`'${formula}`)
  })

  test.each([
    ['hello;=1+1', "hello;'=1+1"],
    ['a\t=1', "a\t'=1"],
    ['\t=1', "'\t'=1"],
    ['a; ＝1', "a; '＝1"],
  ])('turns a formula after another separator into text: %j', (text, safe) => {
    expect(cell(text)).toBe(safe)
  })

  test.each(['Surf & yoga', 'a-b', '3 = three', 'mail@example.com', '12', ''])(
    'does not change ordinary text: %j',
    (text) => {
      expect(cell(text)).toBe(text)
    },
  )

  test('keeps numbers, booleans and empty cells', () => {
    expect(toCsv(['a', 'b', 'c'], [[-5, true, null]])).toBe('a,b,c\r\n-5,true,')
  })
})
