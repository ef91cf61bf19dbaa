import { describe, expect, test } from 'vitest'
import { parseWhatsAppLink } from '../../src/communities/form/whatsapp-link.ts'

const code = 'AbCdEfGhIjKlMnOpQrStUv'
const group = `https://chat.whatsapp.com/${code}`
const channelCode = '0029VaAbCdEfGhIjKlMnOp12'
const channel = `https://whatsapp.com/channel/${channelCode}`

/** The form that `private.is_whatsapp_link` accepts. */
const stored =
  /^https:\/\/chat\.whatsapp\.com\/[A-Za-z0-9]{22}$|^https:\/\/whatsapp\.com\/channel\/[A-Za-z0-9_-]{8,64}$/

const messageOf = (text: string) => {
  const result = parseWhatsAppLink(text)
  return result.ok ? `accepted as ${result.link}` : result.message
}

/** What people paste before and after a link, without a space. */
const surroundings = [
  ['', '。'],
  ['链接：', '，'],
  ['加入我们', '加入我们'],
  ['（', '）'],
  ['「', '」'],
  ['【', '】、'],
  ['', '؟'],
  ['', '،'],
  ['', '।'],
  ['👉', '👍🏽'],
  ['🏝️', '❤️'],
  ['', '%20'],
  ['', '%20join'],
  ['', '%E3%80%82'],
  ['*', '*'],
  ['*', '*today'],
  ['_', '_'],
  ['_*', '*_'],
  ['~', '~'],
  ['`', '`'],
  ['<', '>'],
  ['"', '"'],
  ['„', '“'],
  ['‹', '›'],
  ['\u2068', '\u2069'],
  ['\u202A', '\u202C'],
  ['\u200E', '\u200E'],
  ['\u200B', '\u200B'],
  ['', '\u200Bjoin'],
  ['join\u200B', '\u2069now'],
  ['\uFEFF', '\u00A0'],
  ['', '…'],
  ['', '–'],
  ['', '&gt;'],
  ['', "'s"],
] as const

describe('an invite link of a group or community is converted to one form', () => {
  test.each([
    group,
    `  ${group}\n`,
    `chat.whatsapp.com/${code}`,
    `//chat.whatsapp.com/${code}`,
    `http://chat.whatsapp.com/${code}`,
    `https//chat.whatsapp.com/${code}`,
    `https:/chat.whatsapp.com/${code}`,
    `ttps://chat.whatsapp.com/${code}`,
    `HTTPS://CHAT.WhatsApp.COM/${code}`,
    `https://chat.whatsapp.com./${code}`,
    `https://chat.whatsapp.com:443/${code}`,
    `https://chat.whatsapp.com//${code}`,
    `${group}/`,
    `${group}?mode=ac_t`,
    `${group}?lang=en`,
    `${group}?s=cl&p=a&ilr=1`,
    `${group}#top`,
    `https://chat.whatsapp.com/invite/${code}`,
    `chat.whatsapp.com/Invite/${code}/?mode=ems`,
    `https://web.whatsapp.com/accept?code=${code}`,
    `web.whatsapp.com/accept/?code=${code}&lang=de`,
    `whatsapp://chat?code=${code}`,
    `whatsapp://chat/?code=${code}`,
    `WhatsApp://Chat?code=${code}`,
    `Open this link to join my WhatsApp Group: ${group}`,
    `Join us! ${group}. See you there`,
    `Join us:${group}`,
    `Hi there,\n\n${group}\n\nsee you`,
    `<${group}>`,
    `"${group}"`,
    `[Bali Surfers](${group})`,
    `*${group}*`,
    `_${group}_`,
    `${group},`,
    `\u200E${group}\u200B`,
    `${group} ${group}?mode=ac_t`,
    `${group}${group}`,
    `Bali Surfers, see bali.example or ${group}`,
  ])('%s', (text) => {
    expect(parseWhatsAppLink(text)).toEqual({ ok: true, link: group })
    expect(group).toMatch(stored)
  })

  test.each(surroundings)('with text around it that has no space: %j %j', (before, after) => {
    const links = [
      group,
      `${group}?mode=ac_t`,
      `chat.whatsapp.com/${code}`,
      `whatsapp://chat?code=${code}`,
    ]
    for (const link of links) {
      expect(parseWhatsAppLink(`${before}${link}${after}`)).toEqual({ ok: true, link: group })
    }
  })

  test('with invisible characters inside', () => {
    expect(
      parseWhatsAppLink(`https://chat.\u200Bwhatsapp.com/AbCdEf\u00AD${code.slice(6)}`),
    ).toEqual({ ok: true, link: group })
  })

  test('the code keeps its case', () => {
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
    `http://WWW.WHATSAPP.COM/Channel/${channelCode}?utm_source=x`,
    `${channel}/175`,
    `Follow us: ${channel}!`,
    `${channel}/175。`,
  ])('%s', (text) => {
    expect(parseWhatsAppLink(text)).toEqual({ ok: true, link: channel })
    expect(channel).toMatch(stored)
  })

  test.each(surroundings)('with text around it that has no space: %j %j', (before, after) => {
    expect(parseWhatsAppLink(`${before}${channel}${after}`)).toEqual({ ok: true, link: channel })
  })

  test.each(['0029Va12345678', 'AbCdEfGhIjKlMnOpQrStUvWx', '0029VaAbCdEfGhIjKlMnOp1_'])(
    'the unusual code %s is accepted with a warning',
    (unusual) => {
      const result = parseWhatsAppLink(`whatsapp.com/channel/${unusual}`)
      expect(result).toMatchObject({
        ok: true,
        link: `https://whatsapp.com/channel/${unusual}`,
        warning: expect.stringContaining('0029'),
      })
      expect(result.ok && result.link).toMatch(stored)
    },
  )
})

describe('anything else is rejected with an explanation', () => {
  test.each([
    ['', 'Please enter the WhatsApp link'],
    ['   ', 'Please enter the WhatsApp link'],
    ['Bali surfers', 'not a link'],
    [code, 'only the invite code'],
    ['+49 170 1234567', 'phone number'],
    ['(021) 555-0199', 'phone number'],
    ['https://wa.me/491701234567', 'private chat'],
    ['wa.me/491701234567?text=Hi', 'private chat'],
    ['https://wa.me/+491701234567', 'private chat'],
    ['https://wa.me/message/ABCDEFGHIJKLM1', 'wa.me/message'],
    ['https://wa.me/qr/ABCDEFGHIJKLM1', 'wa.me/qr'],
    ['https://wa.me/c/491701234567', 'not an invite'],
    ['https://wa.me', 'not an invite'],
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
    ['https://web.whatsapp.com/accept', 'missing'],
    ['https://whatsapp.com/channel/', 'missing'],
    [`${group}。${group.toLowerCase()}`, 'more than one'],
    [`${group}W。`, '23 characters instead of 22'],
    [`*${group}W*`, '23 characters instead of 22'],
    [`${group}W\u200B`, '23 characters instead of 22'],
    [`${group.slice(0, -1)}。`, '21 characters instead of 22'],
    [`https://chat.whatsapp.com/${code.slice(0, 11)}а${code.slice(12)}`, 'letters and digits'],
    [`https://chat.whatsapp.com。evil。example/${code}`, 'leads to chat.whatsapp.com.evil.example'],
    [`${group}W`, '23 characters instead of 22'],
    [group.slice(0, -1), '21 characters instead of 22'],
    ['https://chat.whatsapp.com/A', '1 character instead of 22'],
    ['https://chat.whatsapp.com/AbCdEfGhIj-lMnOpQrStUv', 'letters and digits'],
    ['https://chat.whatsapp.com/AbCdEfGhIj%6cMnOpQrStUv', 'letters and digits'],
    [`${group}/join`, 'everything after'],
    [`${channel}/join`, 'everything after'],
    ['https://whatsapp.com/channel/short', 'is invalid'],
    [`https://whatsapp.com/${code}`, 'not an invite'],
    ['https://www.whatsapp.com/', 'not an invite'],
    ['https://faq.whatsapp.com/123', 'not an invite'],
    [`https://chat.whatsapp.com:8443/${code}`, 'port number'],
    [`https://chat.whatsapp.com.evil.example/${code}`, 'leads to chat.whatsapp.com.evil.example'],
    [`chat.whatsapp.com.evil.example/${code}`, 'leads to chat.whatsapp.com.evil.example'],
    [`https://chat-whatsapp.com/${code}`, 'only looks like WhatsApp'],
    [`https://chat.whatsapp.co/${code}`, 'only looks like WhatsApp'],
    [`https://chat.whats-app.com/${code}`, 'only looks like WhatsApp'],
    [`https://wa.me.evil.example/${code}`, 'only looks like WhatsApp'],
    [`https://ch\u0430t.whatsapp.com/${code}`, 'not an invite'],
    [`https://chat.wh\u0430tsapp.com/${code}`, 'not to WhatsApp'],
    [`https://chat.whatsapp.com@evil.example/${code}`, 'hides its real address'],
    [`chat.whatsapp.com@evil.example/${code}`, 'hides its real address'],
    [`https://chat.whatsapp.com:x@evil.example/${code}`, 'hides its real address'],
    [`https://@chat.whatsapp.com/${code}`, 'hides its real address'],
    [`https://chat.whatsapp.com\\@evil.example/${code}`, 'everything after'],
    [`https://evil.example/?u=${group}`, 'leads to evil.example'],
    [`evil.example/?u=${group}`, 'leads to evil.example'],
    [`https://evil.example/${group}`, 'leads to evil.example'],
    ['https://t.me/joinchat/abc', 'leads to t.me'],
    ['https://bit.ly/3abcdef', 'leads to bit.ly'],
    [`ftp://chat.whatsapp.com/${code}`, 'not a web address'],
    [`https://https://chat.whatsapp.com/${code}`, 'leads to https'],
    [`${group} https://chat.whatsapp.com/${code.toLowerCase()}`, 'more than one'],
  ])('%s', (text, part) => {
    expect(messageOf(text)).toContain(part)
  })
})
