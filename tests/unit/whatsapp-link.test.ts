import { describe, expect, test } from 'vitest'
import { parseWhatsAppLink } from '../../src/communities/form/whatsapp-link.ts'

const code = 'AbCdEfGhIjKlMnOpQrStUv'
const group = `https://chat.whatsapp.com/${code}`
const channelCode = '0029VaAbCdEfGhIjKlMnOp12'
const channel = `https://whatsapp.com/channel/${channelCode}`

const messageOf = (text: string) => {
  const result = parseWhatsAppLink(text)
  return result.ok ? `accepted as ${result.link}` : result.message
}

describe('an invite link of a group or community is converted to one form', () => {
  test.each([
    group,
    `  ${group}\n`,
    `chat.whatsapp.com/${code}`,
    `//chat.whatsapp.com/${code}`,
    `https//chat.whatsapp.com/${code}`,
    `ttps://chat.whatsapp.com/${code}`,
    `HTTPS://CHAT.WhatsApp.COM/${code}`,
    `https://chat.whatsapp.com./${code}`,
    `https://chat.whatsapp.com:443/${code}`,
    `https://chat.whatsapp.com//${code}`,
    `${group}/`,
    `${group}?mode=ac_t`,
    `${group}?s=cl&p=a&ilr=1`,
    `${group}#top`,
    `https://chat.whatsapp.com/invite/${code}`,
    `https://web.whatsapp.com/accept?code=${code}`,
    `web.whatsapp.com/accept/?code=${code}&lang=de`,
    `whatsapp://chat?code=${code}`,
    `Open this link to join my WhatsApp Group: ${group}`,
    `Join us! ${group}. See you there`,
    `[Bali Surfers](${group})`,
    `${group} ${group}?mode=ac_t`,
    `${group}${group}`,
    `Bali Surfers, see bali.example or ${group}`,
    `https://chat.\u200Bwhatsapp.com/AbCdEf\u00AD${code.slice(6)}`,
  ])('%s', (text) => {
    expect(parseWhatsAppLink(text)).toEqual({ ok: true, link: group })
  })

  test('but its code keeps its case', () => {
    const other = code.toLowerCase()
    expect(parseWhatsAppLink(`CHAT.WHATSAPP.COM/${other}`)).toMatchObject({
      link: `https://chat.whatsapp.com/${other}`,
    })
  })
})

describe('an invite link of a channel is converted to one form', () => {
  test.each([
    channel,
    `whatsapp.com/channel/${channelCode}`,
    `https://www.whatsapp.com/channel/${channelCode}/`,
    `${channel}/175`,
    `${channel}/175。`,
  ])('%s', (text) => {
    expect(parseWhatsAppLink(text)).toEqual({ ok: true, link: channel })
  })

  test.each(['0029Va12345678', 'AbCdEfGhIjKlMnOpQrStUvWx', '0029VaAbCdEfGhIjKlMnOp1_'])(
    'and its unusual code %s is accepted with a warning',
    (unusual) => {
      expect(parseWhatsAppLink(`whatsapp.com/channel/${unusual}`)).toMatchObject({
        ok: true,
        link: `https://whatsapp.com/channel/${unusual}`,
        warning: expect.stringContaining('0029'),
      })
    },
  )
})

test.each([
  ['', '。'],
  ['链接：', '，'],
  ['加入我们', '加入我们'],
  ['【', '】、'],
  ['', '؟'],
  ['🏝️', '❤️'],
  ['', '%20join'],
  ['', '%E3%80%82'],
  ['*', '*'],
  ['_', '_'],
  ['`', '`'],
  ['"', '"'],
  ['„', '“'],
  ['\u2068', '\u2069'],
  ['\u200E', '\u200E'],
  ['', '\u200Bjoin'],
  ['\uFEFF', '\u00A0'],
  ['', '…'],
  ['', '&gt;'],
  ['', "'s"],
])('a link is found between %j and %j, without a space', (before, after) => {
  const read = (link: string) => parseWhatsAppLink(`${before}${link}${after}`)
  for (const link of [group, `${group}?mode=ac_t`, `whatsapp://chat?code=${code}`]) {
    expect(read(link)).toEqual({ ok: true, link: group })
  }
  expect(read(channel)).toEqual({ ok: true, link: channel })
})

describe('anything else is rejected with an explanation', () => {
  test.each([
    ['', 'Please enter the WhatsApp link'],
    ['Bali surfers', 'not a link'],
    [code, 'only the invite code'],
    ['+49 170 1234567', 'phone number'],
    ['https://wa.me/491701234567', 'private chat'],
    ['https://wa.me/+491701234567', 'private chat'],
    ['https://wa.me/message/ABCDEFGHIJKLM1', 'wa.me/message'],
    ['https://wa.me/qr/ABCDEFGHIJKLM1', 'wa.me/qr'],
    ['https://wa.me/c/491701234567', 'not an invite'],
    ['https://api.whatsapp.com/send?phone=491701234567', 'api.whatsapp.com'],
    ['https://web.whatsapp.com/send?phone=491701234567', 'private chat'],
    ['https://web.whatsapp.com/', 'WhatsApp Web'],
    ['whatsapp://send?phone=491701234567', 'private chat'],
    ['whatsapp://settings', 'only opens the app'],
    ['whatsapp://chat', 'missing'],
    [`https://chat.whatsapp.com/${channelCode}`, 'This is a channel code'],
    [`https://chat.whatsapp.com/channel/${channelCode}`, 'This is a channel code'],
    ['https://chat.whatsapp.com/', 'missing'],
    ['https://chat.whatsapp.com/invite/', 'missing'],
    ['https://whatsapp.com/channel/', 'missing'],
    [`${group}。${group.toLowerCase()}`, 'more than one'],
    [`${group}W。`, '23 characters instead of 22'],
    [`https://chat.whatsapp.com/${code.slice(0, 11)}а${code.slice(12)}`, 'letters and digits'],
    [`https://chat.whatsapp.com。evil。example/${code}`, 'leads to chat.whatsapp.com.evil.example'],
    [group.slice(0, -1), '21 characters instead of 22'],
    ['https://chat.whatsapp.com/A', '1 character instead of 22'],
    ['https://chat.whatsapp.com/AbCdEfGhIj%6cMnOpQrStUv', 'letters and digits'],
    [`${group}/join`, 'everything after'],
    [`${channel}/join`, 'everything after'],
    ['https://whatsapp.com/channel/short', 'is invalid'],
    [`https://whatsapp.com/${code}`, 'not an invite'],
    [`https://chat.whatsapp.com:8443/${code}`, 'port number'],
    [`https://chat.whatsapp.com.evil.example/${code}`, 'leads to chat.whatsapp.com.evil.example'],
    [`https://chat.whatsapp.co/${code}`, 'only looks like WhatsApp'],
    [`https://wa.me.evil.example/${code}`, 'only looks like WhatsApp'],
    [`https://ch\u0430t.whatsapp.com/${code}`, 'not an invite'],
    [`https://chat.wh\u0430tsapp.com/${code}`, 'not to WhatsApp'],
    [`https://chat.whatsapp.com@evil.example/${code}`, 'hides its real address'],
    [`https://chat.whatsapp.com:x@evil.example/${code}`, 'hides its real address'],
    [`https://chat.whatsapp.com\\@evil.example/${code}`, 'everything after'],
    [`evil.example/?u=${group}`, 'leads to evil.example'],
    [`https://evil.example/${group}`, 'leads to evil.example'],
    ['https://bit.ly/3abcdef', 'leads to bit.ly'],
    [`ftp://chat.whatsapp.com/${code}`, 'not a web address'],
    [`https://https://chat.whatsapp.com/${code}`, 'leads to https'],
    [`${group} https://chat.whatsapp.com/${code.toLowerCase()}`, 'more than one'],
  ])('%s', (text, part) => {
    expect(messageOf(text)).toContain(part)
  })
})
