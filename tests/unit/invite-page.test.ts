import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readInvitePage, readPageText } from '../../supabase/functions/admin/read-invite-page.ts'

const page = (title: string, { rest = '', name = 'WhatsApp Group Invite' } = {}) =>
  `<!DOCTYPE html><html><head><meta charset="utf-8" /><title>${name}</title>
   <meta name="viewport" content="width=device-width">${title}
   <meta property="og:image" content="https://pps.whatsapp.net/v/t61.jpg?a=1&amp;b=2" />
   <meta property="og:site_name" content="WhatsApp.com" />${rest}</head><body>Join</body></html>`
const titled = (content: string) => page(`<meta property="og:title" content="${content}" />`)

describe('a live page names its group', () => {
  test.each([
    ['Sunrise Swimmers', 'Sunrise Swimmers'],
    ['Caf&eacute; &amp; Co', 'Caf&eacute; & Co'],
    ['Z&#xfc;rich &#039;26 &lt;3', "Zürich '26 <3"],
    ['Surf 🏄 &#x1F3C4;', 'Surf 🏄 🏄'],
    ['WhatsApp > Lovers', 'WhatsApp > Lovers'],
    ['Kite News | WhatsApp Channel', 'Kite News'],
    // A renamed group, which must not pass for WhatsApp's home page.
    ['WhatsApp | Crypto Signals', 'WhatsApp | Crypto Signals'],
  ])('%s', (content, groupName) => {
    expect(readInvitePage(titled(content))).toEqual({ state: 'live', groupName })
  })

  test.each([
    `<meta content="Early Birds" property="og:title">`,
    `<META\n  data-x\n  PROPERTY = 'og:title'\n  CONTENT = 'Early\n Birds'/>`,
    `<meta property=og:title content="Early Birds"><meta property="og:title" content="Second">`,
  ])('the title is found in any spelling of the tag: %s', (tag) => {
    expect(readInvitePage(page(tag))).toEqual({ state: 'live', groupName: 'Early Birds' })
  })

  test('a channel that begins like the home page of WhatsApp', () => {
    const content = 'WhatsApp | Crypto Signals | WhatsApp Channel'
    const html = titled(content).replace('<title>WhatsApp Group Invite', `<title>${content}`)
    const groupName = 'WhatsApp | Crypto Signals'
    expect(readInvitePage(html)).toEqual({ state: 'live', groupName })
  })

  test('the name is one line of at most 200 characters, without bidirectional controls', () => {
    const result = readInvitePage(titled(`Bali\u202E\u0000\r\nBcc: x\u2066 ${'🌊'.repeat(500)}`))
    expect(result).toEqual({ state: 'live', groupName: `Bali Bcc: x ${'🌊'.repeat(188)}` })
  })
})

test('a page without a group name is dead', () => {
  const description = '<meta name="description" content="WhatsApp Group Invite">'
  const pages = [
    titled('WhatsApp Group Invite'),
    titled('WhatsApp Channel Invite'),
    titled('WhatsApp Messenger'),
    titled(''),
    page(''),
    page('', { name: 'WhatsApp', rest: description }),
  ]
  expect(pages.map(readInvitePage)).toEqual(pages.map(() => ({ state: 'dead' })))
})

test('any other page is unknown', () => {
  const home = titled('WhatsApp | Secure and Reliable Free Private Messaging')
  const pages = [
    '',
    'not a page',
    '<title>Sign in to the hotel network</title>',
    '{"error":"try again"}',
    '<meta property="og:title" content="',
    home.replace('Group Invite', '| Home'),
    '\0'.repeat(100),
  ]
  expect(pages.map(readInvitePage)).toEqual(pages.map(() => ({ state: 'unknown' })))
})

test('a page of half a megabyte is parsed within half a second, whatever it repeats', () => {
  const openTags = ['<meta ', '<meta a="', '<meta a=', '<meta a="b" ', '<title>', '&#x']
  for (const piece of [...openTags, '<meta property="og:title" content="']) {
    const html = piece.repeat(Math.ceil(524_288 / piece.length))
    const start = performance.now()
    readInvitePage(html)
    expect(performance.now() - start).toBeLessThan(500)
  }
})

describe('the page in tests/fixtures/invite-pages', () => {
  const live = (groupName: string) => ({ state: 'live', groupName })
  test.each([
    ['live', live('Sunrise Swimmers 🏊 Cape Town')],
    ['full', live('Digital Nomads Bali (full)')],
    ['request-to-join', live('Carioca Founders Table')],
    ['community', live('Surfers of Taghazout')],
    ['channel', live('Kite News')],
    ['live-german', live('Zürich Läuft')],
    ['live-arabic', live('سباحو الشروق')],
    ['revoked', { state: 'dead' }],
    ['revoked-with-title', { state: 'dead' }],
    ['revoked-german', { state: 'dead' }],
  ])('%s is read', (name, expected) => {
    const html = readFileSync(`tests/fixtures/invite-pages/${name}.html`, 'utf8')
    expect(readInvitePage(html)).toEqual(expected)
  })

  test('its text is the title and the description', () => {
    const html = readFileSync('tests/fixtures/invite-pages/channel.html', 'utf8')
    expect(readPageText(html)).toBe(
      'Kite News | WhatsApp Channel Channel • 1.2K followers • Wind and waves every morning. Kite News | WhatsApp Channel',
    )
    expect(readPageText('<meta name="description" content="&#xd83d;x">')).toBe('x')
  })
})
