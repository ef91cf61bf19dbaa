const expiredLink = 'That link has expired or was already used. Each link works once.'
const brokenLink = 'That link did not work. It may be incomplete or too old.'

const words: Record<string, string> = {
  otp_expired: expiredLink,
  flow_state_expired: expiredLink,
  flow_state_not_found: 'That link has to be opened in the browser in which you asked for it.',
  user_banned: 'This account is blocked.',
  signup_disabled: 'New accounts cannot be created at the moment.',
  identity_already_exists: 'That sign-in is already linked to an account.',
  identity_not_found: 'That sign-in is not linked to your account.',
  single_identity_not_deletable: 'You cannot remove the only way you have to sign in.',
}

/** Says why a link from an email did not work, in our own words: the URL's could be anybody's. */
export function describeLinkProblem(problem: LinkProblem): string {
  if (Object.hasOwn(words, problem.code)) return words[problem.code] ?? brokenLink
  return problem.looksExpired ? expiredLink : brokenLink
}

/** What the URL of a link says about its failure. */
export type LinkProblem = { code: string; looksExpired: boolean }
