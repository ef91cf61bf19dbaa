import { parse } from 'papaparse'
import { describe, expect, test } from 'vitest'
import { toCsv, toDateCell, toPhoneCell } from '../../src/features/import-export/csv.ts'

const cell = (value: string | number | boolean | null) =>
  parse<string[]>(toCsv(['Name'], [[value]])).data[1]?.[0]

describe('a CSV export', () => {
  test('starts with a header row, and keeps numbers, booleans and empty cells', () => {
    expect(toCsv(['a', 'b', 'c'], [[-5, true, null]])).toBe('a,b,c\r\n-5,true,')
  })

  test.each([
    ['at the start', ['=HYPERLINK("https://evil.example","Click")', '+1+1', '-2+3', '@SUM(A1)']],
    ['that looks like a number', ['+49-151-2345678', '-1|cmd']],
    ['after white space', ['\t=1', '\t1', '\r=1', '  =1+1', '\u00A0=1', '\uFEFF=1']],
    ['in full width', ['＝1+1', '＋1', '－1', '＠A1']],
  ])('turns a formula %s into text: %j', (_where, formulas) => {
    expect(formulas.map(cell)).toEqual(formulas.map((formula) => `'${formula}`))
  })

  test.each([
    ['words', ['Surf & yoga', 'a-b', '3 = three', 'mail@example.com', '|calc', '']],
    ['numbers', ['12', '-5', '+1.5', '+66 81 234 5678', '+(49) 151 2345678']],
    ['separators', ['Say "hi", then\nrun; or not', '20% off; -20%', 'hello;=1+1', 'a\t=1']],
    ['lists', ['One\n- two\n- three']],
  ])('does not change %s: %j', (_what, texts) => {
    expect(texts.map(cell)).toEqual(texts)
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
