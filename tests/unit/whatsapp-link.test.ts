import { expect, test } from 'vitest'
import { parseWhatsAppLink } from '../../src/features/listing/whatsapp-link.ts'

const code = 'AbCdEfGhIjKlMnOpQrStUv'
const group = `https://chat.whatsapp.com/${code}`
const channelCode = '0029VaAbCdEfGhIjKlMnOp12'
const channel = `https://whatsapp.com/channel/${channelCode}`

const messageOf = (text: string) => {
  const result = parseWhatsAppLink(text)
  return result.ok ? `accepted as ${result.link}` : result.message
}

test.each([
  ['as it is', [group, `  ${group}\n`, `${group}/`]],
  ['in another notation', [`chat.whatsapp.com/${code}`, `//chat.whatsapp.com/${code}`]],
  [
    'in another notation',
    [`HTTPS://CHAT.WhatsApp.COM/${code}`, `https://chat.whatsapp.com./${code}`],
  ],
  [
    'in another notation',
    [`https://chat.whatsapp.com:443/${code}`, `http://chat.whatsapp.com//${code}`],
  ],
  [
    'with a damaged protocol',
    [`https//chat.whatsapp.com/${code}`, `ttps://chat.whatsapp.com/${code}`],
  ],
  ['with parameters', [`${group}?mode=ac_t`, `${group}?s=cl&p=a&ilr=1`, `${group}#top`]],
  [
    'of the web app',
    [
      `https://web.whatsapp.com/accept?code=${code}`,
      `web.whatsapp.com/accept/?code=${code}&lang=de`,
    ],
  ],
  ['of the app', [`https://chat.whatsapp.com/invite/${code}`, `whatsapp://chat?code=${code}`]],
  ['in a text', [`Open this link to join my WhatsApp Group: ${group}`, `[Bali Surfers](${group})`]],
  ['in a text', [`Join us! ${group}. See you there`, `Bali Surfers, see bali.example or ${group}`]],
  ['twice', [`${group} ${group}?mode=ac_t`, `${group}${group}`]],
  ['with invisible characters', [`https://chat.\u200Bwhatsapp.com/AbCdEf\u00AD${code.slice(6)}`]],
])('an invite link of a group %s is converted to one form: %j', (_how, texts) => {
  expect(texts.map(parseWhatsAppLink)).toEqual(texts.map(() => ({ ok: true, link: group })))
})

test('an invite code keeps its case', () => {
  const other = code.toLowerCase()
  expect(parseWhatsAppLink(`CHAT.WHATSAPP.COM/${other}`)).toMatchObject({
    link: `https://chat.whatsapp.com/${other}`,
  })
})

test.each([
  channel,
  `whatsapp.com/channel/${channelCode}`,
  `http://WWW.whatsapp.com/Channel/${channelCode}/`,
  `Follow us: ${channel}/175。`,
])('an invite link of a channel is converted to one form: %s', (text) => {
  expect(parseWhatsAppLink(text)).toEqual({ ok: true, link: channel })
})

test.each(['0029Va12345678', 'AbCdEfGhIjKlMnOpQrStUvWx', '0029VaAbCdEfGhIjKlMnOp1_'])(
  'the unusual channel code %s is accepted with a warning',
  (unusual) => {
    expect(parseWhatsAppLink(`whatsapp.com/channel/${unusual}`)).toMatchObject({
      ok: true,
      link: `https://whatsapp.com/channel/${unusual}`,
      warning: expect.stringContaining('0029'),
    })
  },
)

test.each([
  [
    'Chinese',
    ['LINK。', '链接：LINK，', '加入我们LINK加入我们', '（LINK）', '「LINK」', '【LINK】、'],
  ],
  ['other scripts', ['LINK؟', 'LINK،', 'LINK।']],
  ['emoji', ['👉LINK👍🏽', '🏝️LINK❤️']],
  ['encoded text', ['LINK%20', 'LINK%20join', 'LINK%E3%80%82', 'LINK&gt;']],
  ['bold or italic text', ['*LINK*', '*LINK*today', '_LINK_', '_*LINK*_', '~LINK~', '`LINK`']],
  ['quotes', ['"LINK"', '„LINK“', '‹LINK›', '<LINK>', "LINK's"]],
  ['directions', ['\u2068LINK\u2069', '\u202ALINK\u202C', '\u200ELINK\u200E']],
  ['invisible spaces', ['\u200BLINK\u200B', 'LINK\u200Bjoin', 'join\u200BLINK\u2069now']],
  ['other characters', ['\uFEFFLINK\u00A0', 'LINK…', 'LINK–']],
])('a link is found in %s without a space: %j', (_what, texts) => {
  const read = (text: string, link: string) => parseWhatsAppLink(text.replace('LINK', link))
  for (const text of texts) {
    for (const link of [group, `${group}?mode=ac_t`, `whatsapp://chat?code=${code}`]) {
      expect(read(text, link)).toEqual({ ok: true, link: group })
    }
    expect(read(text, channel)).toEqual({ ok: true, link: channel })
  }
})

const wrapped = (link: string) => {
  const url = encodeURIComponent(link)
  return [
    `https://l.facebook.com/l.php?u=${url}&h=AT0abc&s=1`,
    `https://lm.facebook.com/l.php?h=AT0abc&u=${url}`,
    `https://l.instagram.com/?u=${url}&e=AT0abc`,
    `https://www.google.com/url?q=${url}&sa=D&source=editors`,
    `https://www.google.de/url?sa=t&url=${url}`,
    `https://www.google.com/url?q=${link}`,
    `https://www.youtube.com/redirect?event=video&q=${url}`,
    `https://eur01.safelinks.protection.outlook.com/?url=${url}&data=05%7C02%7Cmei%40example.com&reserved=0`,
    `Join us: https://nam.safelinks.protection.outlook.com/ap/t-59584e83/?url=${url}&amp;data=05|02.`,
  ]
}

test.each(wrapped(`${group}?mode=ac_t`))('an invite link is found in a wrapper: %s', (text) => {
  expect(parseWhatsAppLink(text)).toEqual({ ok: true, link: group })
})

test('an invite link is found in two wrappers', () => {
  for (const outer of wrapped(wrapped(channel)[0] ?? '')) {
    expect(parseWhatsAppLink(outer)).toEqual({ ok: true, link: channel })
  }
})

test('what a wrapper contains is checked like any other link', () => {
  const contents = [
    ['https://evil.example/', 'leads to evil.example'],
    ['https://wa.me/491701234567', 'private chat'],
    [`https://chat.whatsapp.com@evil.example/${code}`, 'hides its real address'],
    ['', 'leads to'],
  ] as const
  for (const [link, part] of contents) {
    expect(wrapped(link).map(messageOf)).toEqual(
      wrapped(link).map(() => expect.stringContaining(part)),
    )
  }
})

test.each([
  ['Please enter the WhatsApp link', ['', '   ']],
  ['not a link', ['Bali surfers']],
  ['only the invite code', [code]],
  ['phone number', ['+49 170 1234567', '(021) 555-0199']],
  ['private chat', ['https://wa.me/491701234567', 'wa.me/491701234567?text=Hi']],
  ['private chat', ['https://wa.me/+491701234567', 'https://web.whatsapp.com/send?phone=49170']],
  ['private chat', ['whatsapp://send?phone=491701234567']],
  ['wa.me/message', ['https://wa.me/message/ABCDEFGHIJKLM1']],
  ['wa.me/qr', ['https://wa.me/qr/ABCDEFGHIJKLM1']],
  ['api.whatsapp.com', ['https://api.whatsapp.com/send?phone=491701234567']],
  ['WhatsApp Web', ['https://web.whatsapp.com/']],
  ['only opens the app', ['whatsapp://settings']],
  ['not an invite', ['https://wa.me/c/491701234567', 'https://wa.me', `whatsapp.com/${code}`]],
  ['not an invite', [`https://ch\u0430t.whatsapp.com/${code}`, 'https://faq.whatsapp.com/123']],
  ['missing', ['whatsapp://chat', 'https://web.whatsapp.com/accept', 'whatsapp.com/channel/']],
  ['missing', ['https://chat.whatsapp.com/', 'https://chat.whatsapp.com/invite/']],
  ['This is a channel code', [`https://chat.whatsapp.com/${channelCode}`]],
  ['This is a channel code', [`https://chat.whatsapp.com/channel/${channelCode}`]],
  ['more than one', [`${group}。${group.toLowerCase()}`, `${group} ${group.toLowerCase()}`]],
  ['23 characters instead of 22', [`${group}W`, `${group}W。`, `*${group}W*`, `${group}W\u200B`]],
  ['21 characters instead of 22', [group.slice(0, -1), `${group.slice(0, -1)}。`]],
  ['1 character instead of 22', ['https://chat.whatsapp.com/A']],
  ['letters and digits', [`https://chat.whatsapp.com/${code.slice(0, 11)}а${code.slice(12)}`]],
  ['letters and digits', ['https://chat.whatsapp.com/AbCdEfGhIj%6cMnOpQrStUv']],
  ['everything after', [`${group}/join`, `${channel}/join`]],
  ['everything after', [`https://chat.whatsapp.com\\@evil.example/${code}`]],
  ['is invalid', ['https://whatsapp.com/channel/short']],
  ['port number', [`https://chat.whatsapp.com:8443/${code}`]],
  ['leads to chat.whatsapp.com.evil.example', [`chat.whatsapp.com.evil.example/${code}`]],
  ['leads to chat.whatsapp.com.evil.example', [`https://chat.whatsapp.com。evil。example/${code}`]],
  ['only looks like WhatsApp', [`chat-whatsapp.com/${code}`, `chat.whatsapp.co/${code}`]],
  ['only looks like WhatsApp', [`chat.whats-app.com/${code}`, `wa.me.evil.example/${code}`]],
  ['not to WhatsApp', [`https://chat.wh\u0430tsapp.com/${code}`]],
  ['hides its real address', [`https://chat.whatsapp.com@evil.example/${code}`]],
  ['hides its real address', [`https://chat.whatsapp.com:x@evil.example/${code}`]],
  ['leads to evil.example', [`evil.example/?u=${group}`, `https://evil.example/${group}`]],
  ['leads to bit.ly', ['https://bit.ly/3abcdef']],
  ['leads to google.evil.example', [`https://google.evil.example/url?q=${group}`]],
  ['leads to www.google.com', ['https://www.google.com/search?q=surf']],
  ['not a web address', [`ftp://chat.whatsapp.com/${code}`]],
  ['leads to https', [`https://https://chat.whatsapp.com/${code}`]],
])('a text without an invite link is rejected with %j: %j', (part, texts) => {
  expect(texts.map(messageOf)).toEqual(texts.map(() => expect.stringContaining(part)))
})
