import type { NavigateFunction } from 'react-router-dom'
import {
  parseObject,
  readTabItem,
  removeTabItem,
  writeTabItem,
} from '../../../lib/browser-storage.ts'
import { readProperty, readText } from '../../../lib/read-property.ts'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode, UserError } from '../../../supabase/errors.ts'
import { mayHaveForeignPassword } from '../email-links.ts'
import { readRequestedEmail, sentCodeKey, storeRequestedEmail } from '../requested-email.ts'
import { openSignIn } from '../sign-in-request.ts'
import { holdSession } from '../useSession.ts'
import { captchaOptions } from './Captcha.tsx'

/* Codes by email: they sign in, and create the account of a new address. */

export const codeNotSent = "We couldn't send the code. Try again."

export const codeLength = 6

/** The last code that this tab has requested. Stored, so that a reload does not lose it. The URL has none of it. */
type SentCode = {
  email: string
  /** When the service sends another one, in milliseconds. */
  canResendAt: number
  /** What the user has typed of it. */
  typed?: string
}

/** As in supabase/config.toml: `otp_expiry`. */
const maxAgeMs = 60 * 60 * 1000

/** `max_frequency` of hosted projects (scripts/ops/deploy/hosted-config.ts). */
export const maxWaitSeconds = 60

export function readSentCode(): SentCode | null {
  const stored = parseObject(readTabItem(sentCodeKey))
  const email = readText(stored, 'email')
  // Negative if the clock was set back.
  const ageMs = Date.now() - Number(readProperty(stored, 'at'))
  if (!email || !(Math.abs(ageMs) < maxAgeMs)) return null
  const canResendAt = Number(readProperty(stored, 'canResendAt'))
  return { email, canResendAt, typed: readText(stored, 'typed') }
}

export function storeTypedCode(typed: string): void {
  const stored = parseObject(readTabItem(sentCodeKey))
  if (stored) writeTabItem(sentCodeKey, JSON.stringify({ ...stored, typed }))
}

type Purpose = {
  continueTo: string | null
  /** The unconfirmed account whose password was chosen in this browser. */
  ownPasswordFor?: string | null
}

/** Requests a code. If the service has sent one in the last minute, which may still be used, that is a success, too. */
export async function requestCode(email: string, purpose: Purpose): Promise<SentCode> {
  const captcha = await captchaOptions()
  const at = Date.now()
  const { error } = await supabase.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: true, ...captcha },
  })
  const waitSeconds = error ? readWait(error) : maxWaitSeconds
  if (waitSeconds === null) throw error
  return expectCode(email, purpose, { at, waitSeconds })
}

/** Stores that the service has sent a code. Its email also has a link, which may be opened in another tab. */
export function expectCode(
  email: string,
  { continueTo, ownPasswordFor = null }: Purpose,
  { at = Date.now(), waitSeconds = maxWaitSeconds } = {},
): SentCode {
  const earlier = readRequestedEmail()
  storeRequestedEmail({
    continueTo,
    ownPasswordFor: ownPasswordFor ?? earlier?.ownPasswordFor ?? null,
    firstCode: earlier?.firstCode?.email === email ? earlier.firstCode : { email, at },
  })
  const sent = { email, canResendAt: Date.now() + waitSeconds * 1000 }
  writeTabItem(sentCodeKey, JSON.stringify({ ...sent, at }))
  return sent
}

/** Returns the seconds until the service sends another email to this address, or null for any other error. */
function readWait(error: unknown): number | null {
  const [, seconds] = /only request this after (\d+) second/.exec(readText(error, 'message')) ?? []
  return hasErrorCode(error, 'over_email_send_rate_limit') && seconds ? Number(seconds) : null
}

type EnteredCode = {
  email: string
  code: string
  continueTo: string | null
  navigate: NavigateFunction
}

/** Signs in. Sets `check-password` as the next view if another person may have chosen the password. */
export async function signInWithCode({ email, code, continueTo, navigate }: EnteredCode) {
  // The dialog closes as soon as the session is shown.
  const release = holdSession()
  try {
    const { data, error } = await supabase.auth.verifyOtp({ email, token: code, type: 'email' })
    if (hasErrorCode(error, 'otp_expired')) throw new UserError(codeRefused, { cause: error })
    if (error) throw error
    removeTabItem(sentCodeKey)
    if (data.session && mayHaveForeignPassword(data.session))
      openSignIn(navigate, 'check-password', { continueTo })
  } finally {
    release()
  }
}

/** The service does not tell a wrong code from one that has expired, was used or was replaced. */
const codeRefused =
  "That code isn't right, or it no longer works. Check the last email from us, or send a new code."
