import { supabase } from '../supabase/client.ts'
import { isConnectionProblem } from '../supabase/errors.ts'
import { rememberMail, type SentMail } from './sign-in-request.ts'

/**
 * Sends a confirmation or a recovery link. Resolves to an error only when the service was out of
 * reach: every other answer would tell whether there is an account for that address.
 */
export async function sendLink(email: string, mail: SentMail): Promise<unknown> {
  const { error } =
    mail.kind === 'signup'
      ? await supabase.auth.resend({
          type: 'signup',
          email,
          options: { emailRedirectTo: window.location.origin },
        })
      : await supabase.auth.resetPasswordForEmail(email, { redirectTo: window.location.origin })
  if (isConnectionProblem(error)) return error
  rememberMail(mail)
  return null
}
