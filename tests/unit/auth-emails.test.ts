import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { renderAuthEmails } from '../../scripts/build/auth-emails.ts'
import { readEmailLink } from '../../src/session/read-email-link.ts'
import { brand } from '../../src/brand.ts'

const entry = z.object({ subject: z.string(), content_path: z.string() })
const { auth } = z
  .object({
    auth: z.object({
      email: z.object({
        template: z.record(z.string(), entry),
        notification: z.record(z.string(), z.extend(entry, { enabled: z.literal(true) })),
      }),
    }),
  })
  .parse(parse(readFileSync('supabase/config.toml', 'utf8')))
const { template, notification } = auth.email
const configured = Object.entries({ ...template, ...notification })

/** What each email needs to be of use. */
const variables: Record<string, string[]> = {
  confirmation: ['SiteURL', 'TokenHash', 'Email'],
  recovery: ['SiteURL', 'TokenHash', 'Email'],
  magic_link: ['SiteURL', 'TokenHash', 'Email'],
  invite: ['SiteURL', 'TokenHash', 'Email'],
  email_change: ['SiteURL', 'TokenHash', 'NewEmail'],
  reauthentication: ['Token', 'Email'],
  password_changed: ['SiteURL', 'Email'],
  email_changed: ['SiteURL', 'Email', 'OldEmail'],
  mfa_factor_enrolled: ['SiteURL', 'Email'],
  mfa_factor_unenrolled: ['SiteURL', 'Email'],
}

test('every template is used, and written by npm run emails', () => {
  const rendered = renderAuthEmails()
  const files = readdirSync('supabase/templates').map((file) => [
    file.replace('.html', ''),
    readFileSync(`supabase/templates/${file}`, 'utf8'),
  ])
  expect(Object.fromEntries(files)).toEqual(rendered)
  expect(configured.map(([name]) => name).toSorted()).toEqual(Object.keys(rendered).toSorted())
})

test('every email that asks for a confirmation has a template', () => {
  expect(Object.keys(template).toSorted()).toEqual(
    'confirmation email_change invite magic_link reauthentication recovery'.split(' '),
  )
})

test.each(configured)(
  'the email %s has the brand, its variables and a reason',
  (name, settings) => {
    expect(settings.content_path).toBe(`./supabase/templates/${name}.html`)
    expect(settings.subject).toContain(brand.name)
    // The service escapes subjects like HTML.
    expect(settings.subject).toMatch(/^[\w ,-]+$/)
    const html = readFileSync(settings.content_path, 'utf8')
    expect(html).toContain(brand.name)
    expect(html).toContain('You received this email because ')
    expect(html).toMatch(/If (that wasn&#39;t you|you don&#39;t want)/)
    const used = [...html.matchAll(/\{\{ \.(\w+) \}\}/g)].map(([, variable = '']) => variable)
    expect([...new Set(used)].toSorted()).toEqual(variables[name]?.toSorted())
    // Users choose their own names: in an email to a stranger, a name could be an advertisement.
    expect(html).not.toContain('.Data')
  },
)

test('the email about an added app, the dialog for the code and the operator ask for the same proof', () => {
  const email = readFileSync('supabase/templates/mfa_factor_enrolled.html', 'utf8')
  const dialog = readFileSync('src/session/sign-in/CodeDialog.tsx', 'utf8')
  const [proof = ''] = /We check on WhatsApp .*?profile\./.exec(email) ?? []
  expect(proof).not.toBe('')
  expect(dialog).toContain(proof)
  const instructions = readFileSync('docs/troubleshooting.md', 'utf8').replaceAll('\n', ' ')
  expect(instructions).toMatch(/WhatsApp shows as an admin of the group.*Only if they have no/)
  expect(instructions).toMatch(/phone number in their profile\. +Without this proof/)
  // Their own app is missing, so a new password would need a code of the added one.
  expect(email).not.toContain('set a new password (choose')
})

test.each([
  ['confirmation', 'signup'],
  ['recovery', 'recovery'],
  ['magic_link', 'magiclink'],
  ['invite', 'invite'],
  ['email_change', 'email_change'],
])('the link in the email %s leads to the app, not to the auth service', (name, type) => {
  const html = readFileSync(`supabase/templates/${name}.html`, 'utf8')
  const [, link = ''] = /href="([^"]+)"/.exec(html) ?? []
  const url = new URL(
    link.replaceAll('&amp;', '&').replace('{{ .SiteURL }}', 'https://site.example'),
  )
  expect(url.origin + url.pathname + url.search).toBe('https://site.example/')
  expect(readEmailLink(url)).toEqual({
    kind: 'token',
    token: { hash: '{{ .TokenHash }}', type },
  })
  expect(html).toContain(`<br>${link}</p>`)
})

test.each(configured)('the email %s loads nothing, and has dark colors', (_name, settings) => {
  const html = readFileSync(settings.content_path, 'utf8')
  expect(html).not.toMatch(/<(img|link|script)|src=|url\(|https?:/)
  expect(html).toContain('prefers-color-scheme: dark')
})
