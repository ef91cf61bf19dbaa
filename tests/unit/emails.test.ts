import { expect, test } from 'vitest'
import { brand } from '../../src/app/brand.ts'
import { isolate } from '../../src/lib/isolate.ts'
import { isolate as isolateInEmails } from '../../supabase/functions/_shared/isolate.ts'
import { brand as emailBrand } from '../../supabase/functions/_shared/brand.ts'
import { emailKinds } from '../../supabase/functions/_shared/rules.ts'
import { type Email, renderEmail } from '../../supabase/functions/admin/jobs/render-email.ts'
import { listFragileLinks } from '../support/emails.ts'

const email: Email = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'approved',
  recipient_id: '00000000-0000-4000-8000-000000000002',
  recipient: 'amara@example.com',
  recipient_name: 'Amara',
  community_id: '00000000-0000-4000-8000-000000000003',
  data: {},
  attempt: 1,
}
const edit = `/profile?edit=${email.community_id}`
const render = (changes: Partial<Email>) =>
  renderEmail(
    { ...email, ...changes },
    'https://app.example.com/start',
    '/unsubscribe?link=unsubscribe_1',
  )

const isolated = (text: string) => `\u2068${text}\u2069`

test('names and reasons that are written from right to left do not reorder a subject or a sentence', () => {
  const [name, reason] = ['נודדים!', 'غير واضح.\nThe second line.\nالرابط لا يعمل.']
  const data = { name, reason }
  const { subject, text, html } = render({ kind: 'rejected', data, recipient_name: 'نور (Nour)' })
  expect(subject).toBe(`“${isolated(name)}” was not approved`)
  const lines = reason.split('\n').map(isolated)
  for (const body of [text, html.replaceAll('<br>', '\n')]) {
    expect(body).toContain(`Hi ${isolated('نور (Nour)')},`)
    expect(body).toContain(`Your community “${isolated(name)}” was not approved.`)
    expect(body).toContain(`Reason: ${lines.join('\n')}`)
  }
  const question = {
    days: 7,
    communities: [
      { name, path: '/a' },
      { name: 'Kite Crew', path: '/b' },
    ],
  }
  expect(render({ kind: 'still_active', data: question }).text).toContain(
    `${isolated(name)}\nYes, it is still active`,
  )
})

/** Every value that an email can have. The texts of users are written from right to left. */
const rightToLeftData = (changes: object) => ({
  name: 'נודדים!',
  reason: 'غير واضح.\nThe second line.',
  email: 'אני@example.com',
  is_listed: true,
  hidden_today: null,
  until: '2026-12-03T14:00:00Z',
  days: 7,
  more: 1,
  communities: [
    { id: email.id, name: 'כאן (עכשיו)', location: 'القاهرة', country: 'مصر', path: '/a' },
    { id: email.id, name: 'Kite Crew', location: 'Bali', country: 'Indonesia', path: '/b' },
  ],
  ...changes,
})

test.each(emailKinds)('the email %s isolates every text of a user', (kind) => {
  const variants = [{}, { is_question: true }, { is_claimant: true }, { is_co_owner: true }]
  for (const change of [
    ...variants,
    { communities: rightToLeftData({}).communities.slice(0, 1) },
  ]) {
    const data = rightToLeftData(change)
    const { subject, text, html } = render({ kind, data, recipient_name: 'نور!' })
    expect(text).toContain(isolated('نور!'))
    for (const part of [subject, text, html]) {
      // An isolate ends with its line.
      const outside = part.replaceAll(/\u2068[^\n\u2069]*\u2069/g, '')
      expect(outside).not.toMatch(/[\u0590-\u06FF]/)
    }
  }
})

test.each(['Kite Crew', 'נודדים', 'نور\nNour', '', 'c++ (סלע)'])(
  'emails and screens isolate the same texts: %s',
  (text) => expect(isolateInEmails(text)).toBe(isolate(text)),
)

test.each<[Email['kind'], Record<string, unknown>, string, string]>([
  ['approved', { name: 'Kite Crew' }, '“Kite Crew” was approved', '/profile'],
  [
    'approved',
    { name: 'Kite Crew', is_listed: true },
    '“Kite Crew” was approved',
    `/communities/${email.community_id}/`,
  ],
  ['rejected', { name: 'Kite Crew', reason: 'No' }, '“Kite Crew” was not approved', edit],
  ['changes_accepted', { name: 'A' }, 'Your changes to “A” were accepted', '/profile'],
  ['changes_declined', { name: 'A' }, 'Your changes to “A” were declined', '/profile'],
  ['hidden', { name: 'A', reason: 'Spam' }, '“A” is hidden from the directory', edit],
  ['shown', { name: 'A' }, '“A” is no longer hidden', '/profile'],
  ['returned_to_pending', { name: 'A' }, '“A” is being reviewed again', '/profile'],
  [
    'returned_to_pending',
    { name: 'A', reason: 'Where?', is_question: true },
    'A question about “A”',
    edit,
  ],
  ['link_dead', { name: 'A' }, 'The invite link of “A” no longer works', edit],
  ['appeal_accepted', { name: 'A' }, 'Your appeal about “A” was accepted', '/profile'],
  [
    'appeal_declined',
    { name: 'A', reason: 'No' },
    'Your appeal about “A” was declined',
    '/profile',
  ],
  ['renamed', { name: 'A' }, 'The WhatsApp group of “A” has a new name', '/profile'],
  ['claim_accepted', { name: 'A', is_claimant: true }, 'You now manage “A”', '/profile'],
  ['claim_accepted', { name: 'A' }, '“A” has a new owner', '/profile'],
  [
    'claim_declined',
    { name: 'A', is_claimant: true, reason: 'No' },
    'Your claim of “A” was declined',
    '/profile?section=communities',
  ],
  ['claim_declined', { name: 'A' }, '“A” stays yours', '/profile'],
  ['claim_closed', { name: 'A' }, 'Your claim of “A” is closed', '/profile?section=communities'],
  ['report_outcome', { name: 'A', is_upheld: true }, 'Your report about “A”', '/communities'],
  [
    'daily_summary',
    {
      reported: 1,
      appealed: 2,
      renamed: 1,
      claimed: 1,
      links_changed: 0,
      held: 1,
      pending: 2,
      imports: 1,
      places_requested: 3,
    },
    'Waiting for review: 1 reported community, 2 appeals, 1 renamed group, 1 claim, 1 community with changes, 2 new communities, 1 import, 3 requested places',
    '/admin?view=queue',
  ],
])('the email %s describes the event and links to the next step', (kind, data, subject, path) => {
  const rendered = render({ kind, data })
  expect(rendered.subject).toBe(subject)
  for (const part of [rendered.text, rendered.html]) {
    expect(part).toContain('Hi Amara,')
    expect(part).toContain(`https://app.example.com${path}`)
    expect(part).toContain('https://app.example.com/unsubscribe?link=unsubscribe_1')
    expect(part).toContain(brand.name)
  }
})

test.each<[Email['kind'], object]>([
  ['approved', {}],
  ['changes_accepted', {}],
  ['shown', {}],
  ['appeal_accepted', { status: 'approved' }],
])('the email %s tells a suspended owner that nothing is listed', (kind, data) => {
  const { text } = render({ kind, data: { name: 'A', is_suspended: true, ...data } })
  expect(text).toContain('While the suspension lasts, none of your communities is listed.')
  expect(text).not.toContain('Visitors see them now')
  expect(render({ kind, data: { name: 'A', ...data } }).text).not.toContain('suspen')
})

const question = {
  communities: [
    { name: 'Kite & Surf', path: '/still-active?link=still-active_1' },
    { name: 'B+', path: '/still-active?link=still-active_2' },
  ],
  days: 30,
}
/** The data of each kind whose links depend on it. */
const examples: Record<Email['kind'], Record<string, unknown>> = {
  approved: { is_listed: true },
  rejected: {},
  changes_accepted: {},
  changes_declined: {},
  link_dead: {},
  daily_summary: { pending: 1 },
  new_communities: { communities: [{ id: email.id, name: 'C#', location: 'Bali & Co' }] },
  report_outcome: {},
  appeal_accepted: {},
  appeal_declined: {},
  claimed: { until: '2026-12-03T14:00:00+00:00' },
  claim_accepted: {},
  claim_declined: {},
  claim_closed: {},
  hidden: {},
  shown: {},
  returned_to_pending: {},
  suspended: {},
  invited: {},
  invitation_accepted: {},
  handed_over: {},
  renamed: {},
  still_active: question,
  falling_asleep: question,
  passkey_added: {},
  passkey_removed: {},
}

test.each(emailKinds)(
  'the email %s says who it is for, and no gateway changes its links',
  (kind) => {
    const rendered = render({ kind, data: examples[kind] })
    expect(listFragileLinks(rendered)).toEqual([])
    for (const part of [rendered.text, rendered.html]) {
      expect(part).toContain('https://app.example.com/')
      expect(part).toContain(`Sent to ${email.recipient}.`)
    }
  },
)

test.each([
  [0, false],
  [2, true],
])('the email about a suspension that hid %i communities says so: %s', (hidden, says) => {
  const { text } = render({ kind: 'suspended', data: { reason: 'Spam.', hidden } })
  expect(text.includes('they stay hidden until our team shows them again')).toBe(says)
})

test.each([
  ['2026-12-03T14:00:00+00:00', 'suspended your account until 3 December 2026 at 14:00 UTC.'],
  [undefined, 'suspended your account.'],
])('the email about a suspension until %s has no link to unsubscribe', (until, text) => {
  const data = { reason: 'Your links\nlead to <spam>.', until }
  const rendered = renderEmail(
    { ...email, kind: 'suspended', data },
    'https://app.example.com',
    null,
  )
  expect(rendered.subject).toBe('Your Waypost account is suspended')
  expect(rendered.text).toContain(text)
  expect(rendered.text).toContain('Reason: Your links\nlead to <spam>.')
  expect(rendered.html).toContain('lead to &lt;spam&gt;.')
  expect(rendered.text).toContain('https://app.example.com/profile\n')
  expect(rendered.text + rendered.html).not.toMatch(/unsubscribe/i)
})

test('the email about a claim names the end of the seven days, and cannot be switched off', () => {
  const data = { name: 'A', until: '2026-12-03T14:00:00+00:00' }
  const { text } = renderEmail({ ...email, kind: 'claimed', data }, 'https://app.example.com', null)
  expect(text).toContain('Please answer until 3 December 2026 at 14:00 UTC.')
  expect(text).toContain('https://app.example.com/profile\n')
  expect(text).not.toMatch(/unsubscribe/i)
  const shared = { ...email, kind: 'claimed' as const, data: { ...data, is_co_owner: true } }
  const ofCoOwner = renderEmail(shared, 'https://app.example.com', null)
  expect(ofCoOwner.text).toContain('Only the owner can answer, by 3 December 2026 at 14:00 UTC.')
})

test('names and reasons are escaped, and cannot break out of the subject line', () => {
  const { subject, html } = render({
    kind: 'rejected',
    recipient_name: '<img src=x onerror=alert(1)>',
    data: {
      name: `"><script>x</script>\r\nBcc: a@b.example\u2028`,
      reason: '<a href="//evil">x</a>',
    },
  })
  expect(subject).toBe('“"><script>x</script> Bcc: a@b.example ” was not approved')
  expect(html.match(/<(img|script)|"\/\/evil"/)).toBeNull()
})

const communities = ['Kite', 'Surf'].map((name) => ({
  id: email.id,
  name: `${name} <b>\r\nBcc: a@b.example`,
  location: 'Bali',
  country: 'Indonesia',
}))

test.each([
  [communities.slice(1), 0, 'New community: “Surf <b> Bcc: a@b.example” in Bali, Indonesia'],
  [communities, 0, '2 new communities on Waypost'],
  [communities, 3, '5 new communities on Waypost'],
])(
  'an email about new communities links to each, and escapes its name',
  (listed, more, subject) => {
    const data = { communities: listed, more }
    const rendered = render({ kind: 'new_communities', community_id: null, data })
    expect(rendered.subject).toBe(subject)
    const link = `https://app.example.com/communities/${email.id}/`
    expect(rendered.text).toContain(`Surf <b> Bcc: a@b.example\nBali, Indonesia\n${link}\n`)
    expect(rendered.html).toContain(`<a href="${link}"`)
    expect(rendered.html).toContain('Surf &lt;b&gt; Bcc: a@b.example</a>')
    expect(rendered.text.includes('The newest 2 of 5')).toBe(more > 0)
    expect(rendered.text).toContain('because you asked for emails about new communities')
  },
)

test('missing data is left out of the text', () => {
  expect(render({ kind: 'rejected', data: { name: 'A' } }).text).not.toContain('Reason')
  expect(render({ data: {} }).subject).toBe('“” was approved')
})

test('emails and pages have the same brand', () => {
  expect(brand).toMatchObject(emailBrand)
})
