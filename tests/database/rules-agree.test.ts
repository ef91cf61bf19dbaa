import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldRules, isAllowedImageUrl } from '../../src/features/listing/community-schema.ts'
import { parseWhatsAppLink } from '../../src/features/listing/whatsapp-link.ts'
import { stockPhoto } from '../../src/features/community/images.ts'
import { allCategories } from '../../src/features/community/vocabulary.ts'
import { cleanEmail, isEmail } from '../../src/lib/email.ts'
import { maxCommunityName, maxUploadBytes } from '../../src/supabase/rules/limits.ts'
import { generateRules } from '../../tooling/postgres/generate-rules.ts'
import { cleanInDatabase } from './clean-in-database.ts'
import { local } from './closed-backend.ts'
import { filterByRule } from './filter-by-rule.ts'

test('the generated rules are those of the database', async () => {
  const generated = await generateRules(local.connection.driver)
  const committed = Object.keys(generated).map((path) => [path, readFileSync(path, 'utf8')])
  expect(generated, 'Run npm run types').toEqual(Object.fromEntries(committed))
})

test('a limit counts code points, in the form and in the database', async () => {
  const names = [maxCommunityName, maxCommunityName + 1].map((length) => '🌊'.repeat(length))
  const rule = `private.is_line(value, ${maxCommunityName})`
  expect(await filterByRule(local, rule, names)).toEqual([names[0]])
  const isAccepted = (name: string) => z.safeParse(fieldRules.name, name).success
  expect(names.filter(isAccepted)).toEqual([names[0]])
})

describe('an email address', () => {
  const surrounded = [
    ' mei@example.com\u00A0',
    '\u202Amei@exam\u200Bple.com\u202C',
    '<mei@example.com>',
    'mei@example.com;',
    'mei@example.com.',
    '„mei@example.com“',
    "('mei@example.com'),",
    '＜mei@example.com＞、',
    'mailto:mei@example.com',
    'MAILTO: mei@example.com?subject=Hello%20Mei',
    '<mailto:mei@example.com>',
    'Mei <mei@example.com>',
    '"Lin, Mei" <mei@example.com>;',
    "'mei@example.com' <mei@example.com>",
    'mei@example.com<mailto:mei@example.com>',
  ]
  const plain = [
    'mei@example.com',
    'Mei.Lin+travel@mail.example.com',
    "o'brien@example.com",
    'josé@exämple.com',
    '9!#$%&*/=?^_{|}~-@example.com',
    `${'m'.repeat(242)}@example.com`,
    `${'🌊'.repeat(242)}@example.com`,
  ]
  const refused = [
    '',
    'mei',
    '<>',
    'Mei <mei>',
    'mei@example',
    '@example.com',
    'mei@.com',
    'mei@example..com',
    'mei lin@example.com',
    'mei\u3000lin@example.com',
    'mei @example.com',
    'Mei mei@example.com',
    `${'m'.repeat(243)}@example.com`,
    // Two addresses.
    'mei@example.com, bo@example.com',
    'mei@example.com;bo@example.com',
    'mei@example.com bo@example.com',
    'mei@example.com\nbo@example.com',
    'Mei <mei@example.com>, Bo <bo@example.com>',
    'bo@example.com <mei@example.com>',
    'mailto:mei@example.com,bo@example.com',
    'mailto:mei%40example.com',
    'mei:lin@example.com',
    'mei@example.com/lin,bo',
  ]
  const storable = (texts: string[]) => filterByRule(local, 'private.is_email(value)', texts)

  test('loses what surrounds it, in the form and in the database, and only once', async () => {
    const mei = surrounded.map(() => 'mei@example.com')
    expect(surrounded.map(cleanEmail)).toEqual(mei)
    expect(await cleanInDatabase(local, 'private.clean_email', surrounded)).toEqual(mei)
    expect(plain.map(cleanEmail)).toEqual(plain)
    expect(await cleanInDatabase(local, 'private.clean_email', plain)).toEqual(plain)
  })

  test('is accepted by both, and anything else refused by both', async () => {
    const texts = [...plain, ...refused.map(cleanEmail)]
    expect(texts.filter(isEmail)).toEqual(plain)
    expect(await storable(texts)).toEqual(plain)
    expect(await cleanInDatabase(local, 'private.clean_email', refused)).toEqual(
      refused.map(cleanEmail),
    )
  })
})

describe('a WhatsApp link', () => {
  const code = 'AbCdEfGhIjKlMnOpQrStUv'
  const channelCode = '0029VaAbCdEfGhIjKlMnOp12'
  const stored = [
    `https://chat.whatsapp.com/${code}`,
    `https://whatsapp.com/channel/${channelCode}`,
    'https://whatsapp.com/channel/0029Va12345678',
    'https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOp1_',
    `https://whatsapp.com/channel/${'a'.repeat(8)}`,
    `https://whatsapp.com/channel/${'-'.repeat(64)}`,
  ]
  const otherFormats = [
    `chat.whatsapp.com/${code}`,
    `https://chat.whatsapp.com:443/${code}`,
    `https://chat.whatsapp.com/${code}/`,
    `https://chat.whatsapp.com/${code}?mode=ac_t`,
    `https://chat.whatsapp.com/${code}#top`,
    `http://chat.whatsapp.com/${code}`,
    ` https://chat.whatsapp.com/${code}`,
    `https://evil.example/#https://chat.whatsapp.com/${code}`,
    `https://chat.whatsapp.com/${code}\nhttps://evil.example`,
    `https://chat.whatsapp.com/${code}"onclick="alert(1)`,
    `https://www.whatsapp.com/channel/${channelCode}/`,
    `https://whatsapp.com/channel/${channelCode}/175`,
  ]
  const notInvites = [
    'https://wa.me/4915112345678',
    `https://chat.whatsapp.com/${channelCode}`,
    `https://chat.whatsapp.com/${code}x`,
    `https://chat.whatsapp.com/${code.slice(1)}`,
    `https://chat.whatsapp.com/${code.slice(1)}_`,
    `https://chat.whatsapp.com.evil.example/${code}`,
    `https://chat.whatsapp.com@evil.example/${code}`,
    `https://chat.whatsapp.com\\@evil.example/${code}`,
    `https://chat.whatsapp.com:8443/${code}`,
    `https://chat.whatsаpp.com/${code}`,
    `https://evil.example/?u=https://chat.whatsapp.com/${code}`,
    `https://whatsapp.com/channel/${'a'.repeat(7)}`,
    `https://whatsapp.com/channel/${'a'.repeat(65)}`,
    'javascript:alert(1)',
  ]
  const normalize = (text: string) => {
    const result = parseWhatsAppLink(text)
    return result.ok ? [result.link] : []
  }
  const filterStorable = (texts: string[]) =>
    filterByRule(local, 'private.is_whatsapp_link(value)', texts)

  test('in the stored format is accepted by both, unchanged', async () => {
    expect(stored.flatMap(normalize)).toEqual(stored)
    expect(await filterStorable(stored)).toEqual(stored)
  })

  test('in another format can be stored only after the form normalizes it', async () => {
    const normalized = otherFormats.flatMap(normalize)
    expect(normalized).toHaveLength(otherFormats.length)
    expect(await filterStorable(normalized)).toEqual(normalized)
    expect(await filterStorable(otherFormats)).toEqual([])
  })

  test('that is not an invite link is refused by both', async () => {
    expect(notInvites.flatMap(normalize)).toEqual([])
    expect(await filterStorable(notInvites)).toEqual([])
  })
})

describe('an image', () => {
  const folderId = '5f0c1f3e-6a0b-4c1d-8e2f-9a7b6c5d4e3f'
  const project = 'https://project.example'
  const folder = `${project}/storage/v1/object/public/community-images/${folderId}`
  const photo = 'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800'
  const filterStorable = (urls: string[]) =>
    filterByRule(local, 'private.is_image_url(value)', urls)

  test('is accepted if it is the stock photo of a category', async () => {
    const urls = allCategories.map((category) => stockPhoto(category))
    expect(await filterStorable(urls)).toEqual(urls)
  })

  test.each([
    [
      'from the stock photo host',
      [photo, `${photo}?w=1200&q=80&fit=crop%2C`, `${photo}?${'a'.repeat(430)}`],
    ],
    [
      'in the storage of the project',
      ['png', 'jpg', 'jpeg', 'gif'].map((end) => `${folder}/1763600000000-compressed.${end}`),
    ],
  ])('%s is accepted by both', async (_where, urls) => {
    expect(urls.filter((url) => isAllowedImageUrl(url, project))).toEqual(urls)
    expect(await filterStorable(urls)).toEqual(urls)
  })

  test('from anywhere else, or in another format, is refused by both', async () => {
    const urls = [
      `${photo}?${'a'.repeat(500)}`,
      `${photo}#top`,
      `${photo}?a=<b>`,
      `${photo}/../evil`,
      photo.replace('https', 'http'),
      photo.replace('unsplash.com', 'unsplash.com.evil.example'),
      photo.replace('.com', '.com@evil.example'),
      photo.replace('unsplash', 'unsplаsh'),
      `https://evil.example/${photo}`,
      `${photo}" onerror="alert(1)`,
      `${photo}\nhttps://evil.example`,
      `${folder}/1763600000000-480.jpg`,
      `${folder}/1763600000000-compressed.svg`,
      `${folder}/1763600000000-compressed.jpg?x=1`,
      `${folder}/../1763600000000-compressed.jpg`,
      `${folder}/image.jpg`,
      'data:image/svg+xml,<svg onload=alert(1)>',
      'javascript:alert(1)',
    ]
    expect(urls.filter((url) => isAllowedImageUrl(url, project))).toEqual([])
    expect(await filterStorable(urls)).toEqual([])
  })

  test('has the same limit and types in the bucket and the configuration', async () => {
    const { rows } = await local.connection.driver.query(
      `select public, file_size_limit::int as bytes, allowed_mime_types as types
       from storage.buckets where id = 'community-images'`,
    )
    const types = ['image/jpeg', 'image/png', 'image/gif']
    expect(rows).toEqual([{ public: true, bytes: maxUploadBytes, types }])
    const config = parse(
      readFileSync(join(import.meta.dirname, '../../supabase/config.toml'), 'utf8'),
    )
    const inMebibytes = `${maxUploadBytes / 1024 / 1024}MiB`
    expect(config).toMatchObject({
      storage: {
        file_size_limit: inMebibytes,
        buckets: {
          'community-images': {
            public: true,
            file_size_limit: inMebibytes,
            allowed_mime_types: types,
          },
        },
      },
    })
  })
})
