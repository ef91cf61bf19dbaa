import { brand } from '../../supabase/functions/_shared/brand.ts'
import type { EmailTokenType } from '../../src/features/session/read-email-link.ts'
import { type EmailPage, renderEmailPage } from '../../supabase/functions/_shared/email-page.ts'

/* The emails of the auth service, which fills in and escapes the variables: https://supabase.com/docs/guides/auth/auth-email-templates */

type AuthEmail = Omit<EmailPage, 'title'>

const { name, tagline, contactEmail } = brand
const email = '{{ .Email }}'
const profile = { label: 'Open your profile', url: '{{ .SiteURL }}/profile' }

/**
 * A link to this site instead of the auth service's own, which signs in any client that opens it. Email gateways change
 * `#`, `+` and `&` in links, so the token is in the query: the site's host can log it, until its recipient has used it.
 */
const link = (label: string, type: EmailTokenType): EmailPage['action'] => ({
  label,
  url: `{{ .SiteURL }}/?confirm=${type}_{{ .TokenHash }}`,
  showsUrl: true,
})

/** Sent before something happens, by the names of `[auth.email.template.*]` in supabase/config.toml. */
const requests: Record<string, AuthEmail> = {
  confirmation: {
    paragraphs: [
      `Welcome to ${name}! Enter this code to confirm your email address. It works once, within an hour.`,
    ],
    code: '{{ .Token }}',
    action: link('Or confirm your email here', 'signup'),
    why: `You received this email because an account was created on ${name} with ${email}. If that wasn't you, ignore this email, and share neither the code nor the link: the account can't be used without them.`,
  },
  recovery: {
    paragraphs: [`Follow this link to set a new password for your ${name} account.`],
    action: link('Set a new password', 'recovery'),
    why: `You received this email because a new password was requested for ${email}. If that wasn't you, ignore this email: your password stays the same.`,
  },
  magic_link: {
    paragraphs: [`Enter this code on ${name} to sign in. It works once, within an hour.`],
    code: '{{ .Token }}',
    action: link('Or sign in here', 'magiclink'),
    why: `You received this email because someone entered ${email} to sign in to ${name}. If that wasn't you, ignore this email, and share neither the code nor the link.`,
  },
  invite: {
    paragraphs: [
      `You are invited to ${name}: ${tagline}`,
      'Follow this link to accept the invitation and choose a password.',
    ],
    action: link('Accept the invitation', 'invite'),
    why: `You received this email because the team of ${name} invited ${email}. If you don't want an account, ignore this email.`,
  },
  email_change: {
    paragraphs: [
      `Follow this link to confirm {{ .NewEmail }} as the new sign-in email of your ${name} account ${email}.`,
      'We sent a link to both addresses, the old one and the new one. The change takes effect once you confirm it with both links.',
    ],
    action: link('Confirm the change', 'email_change'),
    why: `You received this email because the change was requested on ${name}. If that wasn't you, don't follow the link, and nothing changes. If the account is yours, also set a new password: someone else may be signed in to it.`,
  },
  reauthentication: {
    paragraphs: [`Enter this code on ${name} to confirm that it's you.`],
    code: '{{ .Token }}',
    why: `You received this email because a change to your account ${email} needs a code. Never share it. If that wasn't you, set a new password: someone else may be signed in to your account.`,
  },
}

const notMe = `If that wasn't you, set a new password (choose “Forgot your password?” when you sign in) and write to ${contactEmail}.`

/** The same proof as in docs/troubleshooting.md and CodeDialog.tsx. */
const restoration =
  'We check on WhatsApp that the account is yours: as an admin of one of your listed groups or, if you have none, at the phone number in your profile. Then we sign out every device and remove the app and your password, and you set a new one with “Forgot your password?”.'

/** Sent after a change, by the names of `[auth.email.notification.*]` in supabase/config.toml. */
const notifications: Record<string, AuthEmail> = {
  password_changed: {
    paragraphs: [
      `The password of your ${name} account was changed. Other devices need the new password to sign in.`,
    ],
    action: profile,
    why: `You received this email because the account belongs to ${email}. ${notMe}`,
  },
  email_changed: {
    paragraphs: [
      `The sign-in email of your ${name} account was changed from {{ .OldEmail }} to ${email}.`,
    ],
    action: profile,
    why: `You received this email because the account belonged to {{ .OldEmail }}. If that wasn't you, write to ${contactEmail} now.`,
  },
  identity_linked: {
    paragraphs: [
      `An account at {{ .Provider }} was linked to your ${name} account. You can now sign in with it.`,
    ],
    action: profile,
    why: `You received this email because the account belongs to ${email}. If that wasn't you, unlink it on your profile page, sign out everywhere, and set a new password.`,
  },
  identity_unlinked: {
    paragraphs: [
      `An account at {{ .Provider }} was unlinked from your ${name} account. It can no longer sign in.`,
    ],
    action: profile,
    why: `You received this email because the account belongs to ${email}. ${notMe}`,
  },
  mfa_factor_enrolled: {
    paragraphs: [
      `An authenticator app was added to your ${name} account. To sign in, you now need a code from this app, or from another that you added.`,
      // 'Forgot your password?' would ask for a code of the attacker's app.
      `If that wasn't you and you have another app, sign in with its code, remove the new app on your profile page, and change your password.`,
      `If that wasn't you and you have no other app, write to ${contactEmail} from this address now. ${restoration}`,
    ],
    action: profile,
    why: `You received this email because the account belongs to ${email}.`,
  },
  mfa_factor_unenrolled: {
    paragraphs: [
      // The auth service also sends this when a setup is canceled.
      `An authenticator app was removed from your ${name} account, or its setup was canceled. Unless you have another app, you now sign in without a second step.`,
    ],
    action: profile,
    why: `You received this email because the account belongs to ${email}. ${notMe}`,
  },
}

/** Returns the HTML of each file in supabase/templates, by its name without '.html'. */
export function renderAuthEmails(): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...requests, ...notifications }).map(([file, page]) => [
      file,
      renderEmailPage({ title: name, ...page }),
    ]),
  )
}
