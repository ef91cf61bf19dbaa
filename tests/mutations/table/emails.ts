import { rulesOf } from '../rules.ts'

/** The queue of emails, who gets one, and the edge functions. */
export const emails = [
  ...rulesOf('supabase/schemas/email/outbox.sql', {
    'an email about an answered invitation is sent': [
      'functions/co-owners',
      'and i.answer is null and i.expires_at > now()\n    )',
      '\n    )',
    ],
  }),
  ...rulesOf('supabase/functions/admin/handler.ts', {
    'a user calls the functions of admins': [
      'functions/callers',
      "if (!(await caller.isAdmin())) throw new HttpError(403, 'Only an admin may do that.')",
      'await caller.isAdmin()',
    ],
  }),
  ...rulesOf('supabase/functions/admin/read-invite-page.ts', {
    'the page of a revoked link names a group': [
      'unit/invite-page',
      "if (title && !genericTitle.test(title) && !isHomePage) return { state: 'live', groupName: title }",
      "if (title && !isHomePage) return { state: 'live', groupName: title }",
    ],
    'the name of a group has bidirectional controls': [
      'unit/invite-page',
      ".replace(/[\\p{Cc}\\p{Cs}\\u2028-\\u202E\\u2066-\\u2069\\uFFFD]/gu, ' ')",
      '',
    ],
    'a hostile page has a name of any length': [
      'unit/invite-page',
      "return Array.from(words).slice(0, limit).join('').trim()",
      'return words',
    ],
  }),
  ...rulesOf('supabase/functions/admin/requests/describe-link.ts', {
    'a former mailbox reads the new address': [
      'functions/unsubscribe',
      "return mark === await markAddress(data.sign_in_email) ? data.sign_in_email : ''",
      'return data.sign_in_email',
    ],
  }),
]
