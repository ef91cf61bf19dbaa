import { supabase } from '../supabase/client.ts'
import { errorMessage, hasErrorCode } from '../supabase/errors.ts'
import { CommunityGone } from './save-community.ts'

/** Why a save failed, in words for the dialog, and what to point at. */
export type SaveProblem = {
  message: string
  kind: 'stale' | 'link' | 'image' | 'other'
}

export const linkIsListed = 'This WhatsApp link is already listed in the directory.'

export async function saveProblem(error: unknown): Promise<SaveProblem> {
  // Without a session every refusal reads like a missing permission.
  const { data } = await supabase.auth.getSession()
  if (!data.session) {
    return {
      kind: 'other',
      message: 'Your session has ended. Sign in again in another tab, then save here once more.',
    }
  }
  if (error instanceof CommunityGone) return { kind: 'other', message: error.message }
  const message = errorMessage(error, 'Nothing was lost: what you typed is still here. Try again.')
  if (hasErrorCode(error, 'PT409')) return { kind: 'stale', message }
  // Two saves at the same moment meet the index, whose message is not for people.
  if (hasErrorCode(error, '23505')) return { kind: 'link', message: linkIsListed }
  if (hasErrorCode(error, '23514') && message === 'Invalid image URL') {
    return { kind: 'image', message }
  }
  return { kind: 'other', message }
}
