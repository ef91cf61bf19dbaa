import { describe, expect, test } from 'vitest'
import { readInvitePage } from '../../supabase/functions/admin/read-invite-page.ts'

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

  test('the name is one line of at most 200 characters, without bidirectional controls', () => {
    const result = readInvitePage(titled(`Bali\u202E\u0000\r\nBcc: x\u2066 ${'🌊'.repeat(500)}`))
    expect(result).toEqual({ state: 'live', groupName: `Bali Bcc: x ${'🌊'.repeat(188)}` })
  })
})

describe('a page without a group name is dead', () => {
  test.each([
    titled('WhatsApp Group Invite'),
    titled('WhatsApp Channel Invite'),
    titled(''),
    page(''),
    page('', {
      name: 'WhatsApp',
      rest: '<meta name="description" content="WhatsApp Group Invite">',
    }),
  ])('case %#', (html) => expect(readInvitePage(html)).toEqual({ state: 'dead' }))
})

describe('any other page is unknown', () => {
  test.each([
    '',
    'not a page',
    '<title>Sign in to the hotel network</title>',
    '{"error":"try again"}',
    '<meta property="og:title" content="',
    titled('WhatsApp | Secure and Reliable Free Private Messaging').replace(
      'Group Invite',
      '| Home',
    ),
    '\0'.repeat(100),
  ])('case %#', (html) => expect(readInvitePage(html)).toEqual({ state: 'unknown' }))
})

test.each([
  '<meta ',
  '<meta a="',
  '<meta a=',
  '<meta a="b" ',
  '<meta property="og:title" content="',
  '<title>',
  '&#x',
])('half a megabyte of %s is parsed within half a second', (piece) => {
  const html = piece.repeat(Math.ceil(524_288 / piece.length))
  const start = performance.now()
  readInvitePage(html)
  expect(performance.now() - start).toBeLessThan(500)
})
