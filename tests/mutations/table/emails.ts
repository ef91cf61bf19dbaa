import { rulesOf } from '../rules.ts'

/** The queue of emails, who gets one, and the edge functions. */
export const emails = [
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
]
