import { sessionEnded, toUserError } from '../supabase/errors.ts'

/**
 * Returns our own message for the error code of a link that failed. The URL's text is never shown, because URLs can be
 * forged. An ended session means that the link is too old.
 */
export function describeLinkProblem(code: string): string {
  const { message } = toUserError({ code })
  if (message && message !== sessionEnded) return message
  return "That link didn't work. It may be incomplete or too old."
}
