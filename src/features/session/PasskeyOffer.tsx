import { Fingerprint } from 'lucide-react'
import { useEffect } from 'react'
import { toast as hotToast } from 'react-hot-toast'
import { readItem, writeItem } from '../../lib/browser-storage.ts'
import { unwrap } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { GhostButton, SmallButton } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAuthSettings } from './sign-in/auth-settings.ts'
import { useAddPasskey } from './useAddPasskey.ts'
import { openUserCache } from './user-cache.ts'
import type { SessionUser } from './useSession.ts'

const toastId = 'passkey-offer'

/** Offers a passkey once to a user who has just signed in without one. Nothing waits for the answer. */
export function PasskeyOffer({ user }: { user: SessionUser }) {
  const { passkeys } = useAuthSettings()
  const offeredKey = `passkey-offer-${user.id}`

  useEffect(() => {
    if (!passkeys) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const show = async () => {
      // Also if another tab has offered it meanwhile.
      if (readItem(offeredKey) || !(await isUseful())) return
      await untilDialogIs('closed', signal)
      if (signal.aborted || document.hidden || readItem(offeredKey)) return
      writeItem(offeredKey, 'offered')
      const dismiss = () => hotToast.dismiss(toastId)
      const onAnswer = () => {
        dismiss()
        void openUserCache(user.id).invalidateQueries({ queryKey: ['passkeys'] })
      }
      toast(<Offer onAnswer={onAnswer} />, { id: toastId, duration: 20_000 })
      await untilDialogIs('open', signal)
      dismiss()
    }
    // Fails silently: the profile offers the same.
    show().catch(() => undefined)
    return () => {
      controller.abort()
      hotToast.dismiss(toastId)
    }
  }, [passkeys, offeredKey, user.id])

  return null
}

/** Resolves once a dialog is open, or none is. A toast beside an open dialog cannot be pressed. */
function untilDialogIs(state: 'open' | 'closed', signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const dialog = document.querySelector('dialog, [role="dialog"], [role="alertdialog"]')
      if ((dialog ? 'open' : 'closed') !== state && !signal.aborted) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(check)
    observer.observe(document.body, { childList: true, subtree: true })
    signal.addEventListener('abort', check)
    check()
  })
}

/** Whether this device has a fingerprint reader or the like, and the account has no passkey yet. */
async function isUseful(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return false
  const { auth } = await loadClient()
  return unwrap(await auth.passkey.list()).length === 0
}

function Offer({ onAnswer }: { onAnswer: () => void }) {
  const setUp = useAddPasskey({ showReasonIn: 'toast', onSettled: onAnswer })
  return (
    <div className="flex items-start gap-3">
      <Fingerprint aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
      <div className="space-y-2">
        <p>Next time, use your fingerprint or face</p>
        <div className="flex gap-2">
          <SmallButton isPending={setUp.isPending} onClick={() => void setUp.run()}>
            Set up
          </SmallButton>
          <GhostButton onClick={onAnswer}>Not now</GhostButton>
        </div>
      </div>
    </div>
  )
}
