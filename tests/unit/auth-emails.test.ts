import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { renderAuthEmails } from '../../scripts/build/auth-emails.ts'
import { readEmailLink } from '../../src/features/session/read-email-link.ts'
import { brand } from '../../src/app/brand.ts'
import { toPlainText } from '../../supabase/local/email-text.ts'
import { listFragileLinks } from '../support/emails.ts'

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
const configured = { ...auth.email.template, ...auth.email.notification }
const readTemplate = (name: string) => readFileSync(`supabase/templates/${name}.html`, 'utf8')

/** What each email needs to be of use, and the type of its link to the app. */
const emails: [name: string, variables: string[], link?: string][] = [
  ['confirmation', ['Email', 'SiteURL', 'Token', 'TokenHash'], 'signup'],
  ['recovery', ['Email', 'SiteURL', 'TokenHash'], 'recovery'],
  ['magic_link', ['Email', 'SiteURL', 'Token', 'TokenHash'], 'magiclink'],
  ['invite', ['Email', 'SiteURL', 'TokenHash'], 'invite'],
  ['email_change', ['Email', 'NewEmail', 'SiteURL', 'TokenHash'], 'email_change'],
  ['reauthentication', ['Email', 'Token']],
  ['password_changed', ['Email', 'SiteURL']],
  ['email_changed', ['Email', 'OldEmail', 'SiteURL']],
  ['identity_linked', ['Email', 'Provider', 'SiteURL']],
  ['identity_unlinked', ['Email', 'Provider', 'SiteURL']],
  ['mfa_factor_enrolled', ['Email', 'SiteURL']],
  ['mfa_factor_unenrolled', ['Email', 'SiteURL']],
]

test('every template is configured, and written by npm run emails', () => {
  const files = readdirSync('supabase/templates').map((file) => file.replace('.html', ''))
  const written = Object.fromEntries(files.map((name) => [name, readTemplate(name)]))
  expect(written).toEqual(renderAuthEmails())
  expect(Object.keys(configured).toSorted()).toEqual(files.toSorted())
  expect(emails.map(([name]) => name).toSorted()).toEqual(files.toSorted())
  const confirmations = emails.filter(([, variables]) => /Token/.test(variables.join(' ')))
  expect(Object.keys(auth.email.template).toSorted()).toEqual(
    confirmations.map(([name]) => name).toSorted(),
  )
})

test.each(emails)('the email %s has the brand, its variables and a reason', (name, variables) => {
  const { subject, content_path } = configured[name] ?? { subject: '', content_path: '' }
  expect(content_path).toBe(`./supabase/templates/${name}.html`)
  expect(subject).toContain(brand.name)
  // The service escapes subjects like HTML.
  expect(subject).toMatch(/^(\{\{ \.Token \}\} )?[\w ,-]+$/)
  const html = readTemplate(name)
  expect(html).toContain(brand.name)
  expect(html).toContain('You received this email because ')
  expect(html).toMatch(/If (that wasn&#39;t you|you don&#39;t want)/)
  const used = [...html.matchAll(/\{\{ \.(\w+) \}\}/g)].map(([, variable = '']) => variable)
  expect([...new Set(used)].toSorted()).toEqual(variables)
  // Users choose their own names: in an email to a stranger, a name could be an advertisement.
  expect(html).not.toContain('.Data')
  expect(html, 'loads nothing').not.toMatch(/<(img|link|script)|src=|url\(|https?:/)
  expect(html).toContain('prefers-color-scheme: dark')
})

/** Fills in the variables of the links. */
const fillIn = (html: string) =>
  html
    .replaceAll('{{ .SiteURL }}', 'https://site.example')
    .replaceAll('{{ .TokenHash }}', 'pkce_c0ffee')

test.each(emails)('the email %s has no link that email gateways change', (name) => {
  const html = fillIn(readTemplate(name))
  expect(listFragileLinks({ html, text: toPlainText(html) })).toEqual([])
})

test.each(emails.filter(([, , type]) => type))(
  'the link in the email %s leads to the app, not to the auth service',
  (name, _variables, type) => {
    const html = readTemplate(name)
    const [, link = ''] = /href="([^"]+)"/.exec(html) ?? []
    const url = new URL(fillIn(link))
    expect(url.origin + url.pathname).toBe('https://site.example/')
    expect(readEmailLink(url)).toEqual({ kind: 'token', token: { hash: 'pkce_c0ffee', type } })
    expect(html).toContain(`<br>${link}</p>`)
  },
)

test('the email about an added app, the dialog for the code and the operator ask for the same proof', () => {
  const email = readTemplate('mfa_factor_enrolled')
  const dialog = readFileSync('src/features/session/sign-in/AppCodeDialog.tsx', 'utf8')
  const [proof = ''] = /We check on WhatsApp .*?profile\./.exec(email) ?? []
  expect(proof).not.toBe('')
  expect(dialog).toContain(proof)
  const instructions = readFileSync('docs/troubleshooting.md', 'utf8').replaceAll('\n', ' ')
  expect(instructions).toMatch(/WhatsApp shows as an admin of the group.*Only if they have no/)
  expect(instructions).toMatch(/phone number in their profile\. +Without this proof/)
  // Their own app is missing, so a new password would need a code of the added one.
  expect(email).not.toContain('set a new password (choose')
})
