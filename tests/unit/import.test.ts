import { describe, expect, test } from 'vitest'
import { type Encoding, readTable, toCsv } from '../../src/features/import-export/csv.ts'
import { readRows } from '../../src/features/import-export/read-rows.ts'
import { stockPhoto } from '../../src/features/community/images.ts'
import { newInviteLink } from '../support/communities.ts'

const places = [
  { name: 'Bali', country: 'Indonesia', known_names: ['bali', 'pulau bali'], is_active: true },
  { name: 'Atlantis', country: 'Greece', known_names: ['atlantis'], is_active: false },
]
const options = { places, projectUrl: 'https://project.example', isDirectoryLive: true }

/** The required columns, and valid cells for them. */
const valid = {
  Name: 'Surfers',
  Description: 'We surf, swim\nand eat.',
  Location: 'Bali',
  Category: 'Sports',
  Languages: 'English',
  'WhatsApp link': '',
}
const newCells = (changes: Record<string, string> = {}) => ({
  ...valid,
  'WhatsApp link': newInviteLink(),
  ...changes,
})

/** Returns the rows as a file of the export. All rows need the same columns. */
const toFile = (...rows: Record<string, string>[]) =>
  new Blob([
    '\uFEFF',
    toCsv(
      Object.keys(rows[0] ?? {}),
      rows.map((row) => Object.values(row)),
    ),
  ])

const read = async (...content: (string | Uint8Array<ArrayBuffer> | Blob)[]) =>
  readRows(await readTable(new Blob(content)), options)
const readRow = async (changes: Record<string, string>) =>
  (await read(toFile(newCells(changes)))).rows[0]

describe('a row', () => {
  test.each<[what: string, changes: Record<string, string>, values: object]>([
    ['another name of the place', { Location: 'Pulau  Bali' }, { location: 'Bali' }],
    ['the place with its country', { Location: 'bali, Indonesia' }, { location: 'Bali' }],
    [
      'a place that is not listed',
      { Location: 'Lisbon', Country: 'Portugal' },
      { location: null, requested_place: 'Lisbon, Portugal' },
    ],
    [
      'a requested place',
      { Location: '', 'Requested place': 'Porto, Portugal' },
      { location: null, requested_place: 'Porto, Portugal' },
    ],
    [
      'languages by code, name and own name',
      { Languages: 'pt-BR; german / Français' },
      { languages: ['pt', 'de', 'fr'] },
    ],
    [
      'languages with their regions and variants',
      { Languages: 'Portuguese (Brazil) & Mandarin and Castilian' },
      { languages: ['pt', 'zh', 'es'] },
    ],
    ['a language twice', { Languages: 'English (UK), en-US, English' }, { languages: ['en'] }],
    ['a variant of a category', { Category: 'party AND events' }, { category: 'Party & Events' }],
    ['the label of the join type', { 'Join type': 'request to join' }, { join_type: 'request' }],
    ['no join type', { 'Join type': '' }, { join_type: 'open' }],
    ['a number as people write it', { 'Member count': '1.200' }, { member_count: 1200 }],
    ['no image', { Category: 'culture', Image: ' ' }, { image_url: stockPhoto('Culture') }],
    ['groups', { 'WhatsApp groups': 'One; two\n\n Three ' }, { groups: ['One; two', 'Three'] }],
    [
      'groups in one line',
      { 'WhatsApp groups': 'One, two; Three;' },
      { groups: ['One, two', 'Three'] },
    ],
    ['one group with a semicolon', { 'WhatsApp groups': 'One; two\n' }, { groups: ['One; two'] }],
    [
      'escaped formulas',
      { Name: '=1+1', Description: "'-- hi" },
      { name: '=1+1', description: "'-- hi" },
    ],
    ['invisible characters', { Name: '\u200BSurf\u00AD\u202Eers\n' }, { name: 'Surfers' }],
    ['names of columns in the database', { image_url: '' }, { image_url: stockPhoto('Sports') }],
  ])('may have %s', async (_what, changes, values) => {
    const row = await readRow(changes)
    expect(row?.problems).toEqual([])
    expect(row?.values).toMatchObject(values)
  })

  test.each([
    [
      { Name: '\u200B', Description: '' },
      ['Name: Please enter a name', 'Description: Please enter a description'],
    ],
    [{ Location: '' }, ['Location: Please select a location']],
    [
      { Location: 'Atlantis' },
      ['Location: This place is no longer available. Please choose another one.'],
    ],
    [{ Languages: '' }, ['Languages: Please choose at least one language']],
    [{ Languages: 'en, Klingon' }, ['Languages: Unknown language: Klingon']],
    [{ Languages: 'en, de, fr, it' }, ['Languages: Choose at most 3 languages']],
    [{ Category: 'Yoga' }, ['Category: Unknown category: Yoga']],
    [{ Category: '' }, ['Category: Please select a category']],
    [{ 'Join type': 'closed' }, ['Join type: Unknown join type: closed']],
    [{ 'Member count': '-5' }, ['Member count: The member count cannot be below 0']],
    [{ Image: 'https://evil.example/photo.jpg' }, ['Image: Invalid image URL']],
    [
      { 'WhatsApp link': 'https://wa.me/message/ABC' },
      [expect.stringContaining('WhatsApp link: A wa.me/message link')],
    ],
    [{ Name: '#NAME?' }, ["Name: '#NAME?' is an error of the spreadsheet. Enter the text again."]],
    [
      { Category: '#N/A' },
      ["Category: '#N/A' is an error of the spreadsheet. Enter the text again."],
    ],
    [{ 'WhatsApp groups': 'x'.repeat(101) }, ['WhatsApp groups: Use at most 100 characters']],
  ])('with %j has the problems of the form', async (changes, problems) => {
    expect(await readRow(changes)).toMatchObject({ problems, values: null })
  })

  test.each([
    ['Member count', '24-Mar'],
    ['Member count', 'Mar-24'],
    ['Member count', '2026-11-25'],
    ['Member count', '2026-11-25 00:00:00'],
    ['Member count', '25.11.2026'],
    ['Name', '11/25/26'],
    ['Description', '24. Mrz'],
    ['WhatsApp groups', 'Early birds; 24-Mar'],
    ['Languages', '1-Dec'],
  ])('names a date in the column %s that a spreadsheet made of %j', async (column, cell) => {
    const date = cell.replace('Early birds; ', '')
    expect(await readRow({ [column]: cell })).toMatchObject({
      problems: [
        `${column}: '${date}' is a date. Spreadsheets turn other values into dates: format the column as text, and enter it again.`,
      ],
      values: null,
    })
  })

  test.each(['#surf', '24 March', 'May', '1.200.000', '7-11 Surfers'])(
    'may have a name that only resembles a spoiled cell: %j',
    async (text) => {
      expect((await readRow({ Name: text }))?.problems).toEqual([])
    },
  )

  test('with the link of an earlier row is a duplicate, in any form of the link', async () => {
    const link = newInviteLink()
    const { rows } = await read(
      toFile(
        newCells({ 'WhatsApp link': link }),
        newCells(),
        newCells({ 'WhatsApp link': `${link}?mode=x` }),
      ),
    )
    expect(rows.map(({ problems }) => problems)).toEqual([
      [],
      [],
      ['WhatsApp link: The same link as in row 2'],
    ])
  })
})

test.each<[what: string, rename: (header: string) => string]>([
  ['as in the form', (header) => header],
  ['in lower case', (header) => header.toLowerCase()],
  ['without spaces', (header) => header.replaceAll(' ', '')],
  ['with other spaces', (header) => ` ${header.replaceAll(' ', '  ')}`],
])('columns may be named %s', async (_what, rename) => {
  const link = newInviteLink()
  const cells = {
    'Community Name': 'Surfers',
    Description: 'We surf.',
    Location: 'Bali',
    Category: 'Sports',
    'Language of the description': 'English',
    'Current Member Count': '12',
    'WhatsApp Link': link,
    'Community Image': '',
    'Join Type': 'Request to Join',
    'WhatsApp Groups': 'One',
  }
  const renamed = Object.entries(cells).map(([header, cell]) => [rename(header), cell])
  const { rows, ignored } = await read(toFile(Object.fromEntries(renamed)))
  expect(ignored).toEqual([])
  expect(rows).toMatchObject([
    {
      problems: [],
      values: {
        name: 'Surfers',
        languages: ['en'],
        member_count: 12,
        whatsapp_link: link,
        join_type: 'request',
        groups: ['One'],
      },
    },
  ])
})

test('every column that is not imported is named', async () => {
  const { rows, ignored } = await read(
    toFile(newCells({ 'Community Name': 'Other', Rating: '5', '': 'Dropped', ' ': '' })),
  )
  expect(rows).toMatchObject([{ name: 'Surfers', problems: [] }])
  expect(ignored).toEqual(['Community Name', 'Rating', 'column 9 (no name)'])
})

test('a row says which place it will ask for', async () => {
  const cells = [
    { Location: 'Bali' },
    { Location: 'Ubud', Country: 'Indonesia' },
    { Location: 'Bali', 'Requested place': 'Canggu, Indonesia' },
  ].map((cell) => newCells({ 'Requested place': '', Country: '', ...cell }))
  const { rows } = await read(toFile(...cells))
  expect(rows.map(({ place, requestedPlace }) => [place, requestedPlace])).toEqual([
    ['Bali', null],
    ['', 'Ubud, Indonesia'],
    ['Bali', 'Canggu, Indonesia'],
  ])
})

describe('a file', () => {
  const [link, other] = [newInviteLink(), newInviteLink()]
  const header = 'Name,Description,Location,Category,Languages,WhatsApp link,Notes'
  const lines = [
    header,
    `Café,"Surf, ""swim""\r\n- eat",Bali,Sports,en,${link},x`,
    ',,,,,,',
    '',
    `Düne,Sand,Bali,Sports,de,${other},`,
  ]
  const text = lines.join('\r\n')
  const windows1252 = Uint8Array.from(text, (character) => character.charCodeAt(0))
  const utf16 = new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (one) => one.charCodeAt(0)).buffer)
  const tabs = text.replaceAll(/,(?! )/g, '\t')
  const semicolons = text.replaceAll(/,(?! )/g, ';')

  test.each<[what: string, content: string | Uint8Array<ArrayBuffer>]>([
    ['commas', text],
    ['a byte order mark', `\uFEFF${text}`],
    ['old line breaks', text.replaceAll('\r\n', '\r')],
    ['semicolons', semicolons],
    ['the line of Excel that names its separator', `sep=;\r\n${semicolons}`],
    ['tabs', tabs],
    ['the encoding of Windows', windows1252],
    ['UTF-16, as "Unicode text" of Excel', utf16],
    ['empty lines at the end', `${text}\r\n\r\n,,,,,,\r\n`],
  ])('with %s is read', async (_what, content) => {
    const { rows, ignored } = await read(content)
    expect(ignored).toEqual(['Notes'])
    expect(rows.map(({ problems }) => problems)).toEqual([[], []])
    expect(rows).toMatchObject([
      {
        number: 2,
        values: { name: 'Café', description: 'Surf, "swim"\n- eat', whatsapp_link: link },
      },
      { number: 5, values: { name: 'Düne', whatsapp_link: other } },
    ])
  })

  test.each<[message: RegExp, content: string | Uint8Array<ArrayBuffer>]>([
    [/^This file is empty\.$/, ' \r\n,,\r\n'],
    [/no rows below the header/, header],
    [
      /must name the columns\. This column is missing: Category\.$/,
      text.replace('Category', 'Kind'),
    ],
    [/missing: Name, Description, Category, WhatsApp link, Location and Languages\.$/, 'Hello'],
    [/isn't a CSV file/, 'PK\u0003\u0004'],
    [/isn't a CSV file/, Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13)],
    [/quotation marks in row 2 don't match/, text.replace('eat"', 'eat')],
    [
      /has 1,001 rows\. Split it into files of at most 1,000\.$/,
      `${header}\n${'a\n'.repeat(1001)}`,
    ],
    [/at most 10 MB/, 'a'.repeat(10 * 1024 * 1024 + 1)],
  ])('is refused as a whole: %s', async (message, content) => {
    await expect(read(content)).rejects.toThrow(message)
  })

  /** A file whose second and third name have the given bytes. */
  const withNames = (second: number[], third: number[] = []) => {
    const encode = (part: string) => [...new TextEncoder().encode(part)]
    const columns = (url: string) => `,Surf,Bali,Sports,en,${url},\n`
    return new Blob([
      Uint8Array.from([
        ...encode(`${header}\n`),
        ...second,
        ...encode(columns(link)),
        ...third,
        ...encode(columns(other)),
      ]),
    ])
  }
  const readNames = async (names: Blob, encoding?: Encoding) => {
    const table = await readTable(names, encoding)
    const { rows } = readRows(table, options)
    return { doubt: table.doubt, names: rows.map(({ name }) => name), rows }
  }

  test.each<[Encoding, number[], string]>([
    ['windows-1251', [0xcc, 0xee, 0xf0, 0xe5], 'Море'],
    ['shift_jis', [0x93, 0x8c, 0x8b, 0x9e], '東京'],
    ['macintosh', [0x43, 0x61, 0x66, 0x8e], 'Café'],
    ['windows-1250', [0xa3, 0xf3, 0x64, 0x9f], 'Łódź'],
  ])(
    'in %s says what was assumed, shows cells, and is read as chosen',
    async (encoding, bytes, name) => {
      const file = withNames(bytes, [0x41, 0xe9])
      const assumed = await readNames(file)
      expect(assumed.doubt?.encoding).toBe('windows-1252')
      expect(assumed.doubt?.samples).toMatchObject([{ number: 2 }, { number: 3, text: 'Aé' }])
      expect(assumed.names[0]).not.toBe(name)
      const chosen = await readNames(withNames(bytes), encoding)
      expect(chosen.doubt).toEqual({ encoding, samples: [{ number: 2, text: name }] })
      expect(chosen.names[0]).toBe(name)
      expect(chosen.rows[0]?.problems).toEqual([])
    },
  )

  test('in UTF-8 with one bad byte is still UTF-8, and only that row has a problem', async () => {
    const file = withNames([0x43, 0xe9], [0x43, 0xc3, 0xa9, 0xe2, 0x82, 0xac])
    const { doubt, names, rows } = await readNames(file)
    expect(doubt).toEqual({ encoding: 'utf-8', samples: [{ number: 2, text: 'C\uFFFD' }] })
    expect(names).toEqual(['C\uFFFD', 'Cé€'])
    expect(rows.map(({ problems }) => problems)).toEqual([
      ["Name: 'C\uFFFD' has a character that couldn't be read"],
      [],
    ])
  })

  test.each<[Encoding, number[]]>([
    ['windows-1252', [0x81]],
    ['windows-1251', [0x98]],
    ['shift_jis', [0xfd]],
    ['euc-kr', [0xff]],
  ])(
    'in %s has a problem in a row with a byte that this encoding lacks',
    async (encoding, bytes) => {
      const { rows } = await readNames(withNames([0x41, ...bytes, 0x42]), encoding)
      expect(rows[0]?.problems).toEqual(["Name: 'A\uFFFDB' has a character that couldn't be read"])
    },
  )

  test('in UTF-8 or UTF-16 leaves no doubt', async () => {
    for (const content of [text, `\uFEFF${text}`, utf16]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await readTable(new Blob([content]))).doubt).toBeNull()
    }
  })

  test('with an unquoted comma reports the row', async () => {
    const { rows } = await read(`${header}\n1,2,3,4,5,6,7,8`)
    expect(rows[0]?.problems).toContain('This row has more cells than the header.')
  })
})
