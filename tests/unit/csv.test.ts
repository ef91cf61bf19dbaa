import { parse } from 'papaparse'
import { describe, expect, test } from 'vitest'
import { toCsv, toDateCell, toPhoneCell } from '../../src/routes/admin/export/csv.ts'

const cell = (value: string | number | boolean | null) =>
  parse<string[]>(toCsv(['Name'], [[value]])).data[1]?.[0]

describe('a CSV export', () => {
  test('starts with a header row, and keeps numbers, booleans and empty cells', () => {
    expect(toCsv(['a', 'b', 'c'], [[-5, true, null]])).toBe('a,b,c\r\n-5,true,')
  })

  test.each([
    '=HYPERLINK("https://evil.example","Click")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '+49-151-2345678',
    '\t1',
    '\r=1',
    '  =1+1',
    '\u00A0=1',
    '\uFEFF=1',
    '＝1+1',
    '＠A1',
  ])('turns a formula into text: %j', (formula) => {
    expect(cell(formula)).toBe(`'${formula}`)
  })

  test.each([
    'Surf & yoga',
    'a-b',
    'Say "hi", then\nrun; or not',
    'mail@example.com',
    '-5',
    '+66 81 234 5678',
    '20% off; -20%',
    'hello;=1+1',
    'a\t=1',
    'One\n- two\n- three',
    '',
  ])('does not change ordinary text: %j', (text) => {
    expect(cell(text)).toBe(text)
  })

  test('quotes what other separators would split', () => {
    expect(toCsv(['a'], [['20%; -20%'], ['a\t=1']])).toBe('a\r\n"20%; -20%"\r\n"a\t=1"')
  })

  test.each([
    ['+66812345678', '+66 812345678'],
    ['+351912345678', '+351 912345678'],
    ['+49-151-2345678', '+49 151 2345678'],
    ['+49(0)151', '+49 (0)151'],
    ['+44 20 7946 0958 ext. 12', '+44 20 7946 0958 ext. 12'],
    ['0812345678', '081 2345678'],
    ['(555) 123-4567', '(555) 123 4567'],
    [null, null],
  ])('a phone number stays readable text: %j', (phone, text) => {
    expect(toPhoneCell(phone)).toBe(text)
    expect(cell(toPhoneCell(phone))).toBe(text ?? '')
  })

  test('dates have the form that spreadsheets read, in UTC', () => {
    expect(toDateCell('2026-11-25T10:30:00.123456+01:00')).toBe('2026-11-25 09:30:00')
    expect(toDateCell(null)).toBeNull()
  })
})
