import type { PasskeyListItem } from '@supabase/supabase-js'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint, Plus } from 'lucide-react'
import { isolate } from '../../../lib/isolate.ts'
import { useDialogInUrl } from '../../../lib/useDialogInUrl.ts'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode, unwrap } from '../../../supabase/errors.ts'
import { Button, SmallButton } from '../../../ui/Button.tsx'
import { Notice, StaleNotice } from '../../../ui/Feedback.tsx'
import { formatDate } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { ConfirmButton } from '../../data/ConfirmButton.tsx'
import { useAuthSettings } from '../../session/sign-in/auth-settings.ts'
import { useAddPasskey } from '../../session/useAddPasskey.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { SecurityPart } from './SecurityPart.tsx'

// On demand: it needs the form library.
const RenamePasskey = lazyDialog(async () => (await import('./RenamePasskey.tsx')).RenamePasskey, {
  title: 'Rename this passkey',
  size: 'sm',
})

const passkeysQuery = ({ id }: SessionUser) =>
  queryOptions({
    queryKey: ['passkeys', id],
    queryFn: async () => unwrap(await supabase.auth.passkey.list()),
  })

/** The passkeys of the account, where the project has passkeys. */
export function Passkeys({ user }: { user: SessionUser }) {
  return useAuthSettings().passkeys ? <PasskeySettings user={user} /> : null
}

function PasskeySettings({ user }: { user: SessionUser }) {
  const queries = useQueryClient()
  const query = passkeysQuery(user)
  const list = useQuery(query)
  const passkeys = list.data ?? []
  const dialog = useDialogInUrl('account')
  const toRename = passkeys.find(({ id }) => dialog.value === `rename-${id}`)
  const reload = () => queries.invalidateQueries(query)
  const adding = useAddPasskey({ showReasonIn: 'dialog', onSettled: reload })

  return (
    <SecurityPart
      title="Passkeys"
      hint="Sign in with your fingerprint, your face or your screen lock, without an email or a password."
    >
      {list.isPending && <Skeleton className="h-11 w-full" />}
      <StaleNotice query={list} isShown={list.isLoadingError}>
        Couldn't load your passkeys.
      </StaleNotice>
      {list.data && (
        <div className="space-y-4">
          {passkeys.length > 0 && (
            <ul aria-label="Your passkeys" className="space-y-3">
              {passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => dialog.open(`rename-${passkey.id}`)}
                  onRemoved={reload}
                />
              ))}
            </ul>
          )}
          {adding.problem && <Notice tone="danger">{adding.problem}</Notice>}
          {'PublicKeyCredential' in window ? (
            <Button
              variant="secondary"
              icon={Plus}
              isPending={adding.isPending}
              onClick={() => void adding.run()}
            >
              {adding.isPending ? 'Adding...' : 'Add a passkey'}
            </Button>
          ) : (
            <p className="text-sm text-ink-soft">This browser has no passkeys.</p>
          )}
        </div>
      )}
      {toRename && (
        <RenamePasskey
          passkey={{ id: toRename.id, name: nameOf(toRename) }}
          onClose={dialog.close}
          onRenamed={() => {
            dialog.close()
            void reload()
          }}
        />
      )}
    </SecurityPart>
  )
}

const nameOf = ({ friendly_name }: PasskeyListItem) => friendly_name || 'Passkey'

type RowProps = { passkey: PasskeyListItem; onRename: () => void; onRemoved: () => unknown }

function PasskeyRow({ passkey, onRename, onRemoved }: RowProps) {
  const { id: passkeyId, created_at, last_used_at } = passkey
  const name = nameOf(passkey)
  const lastUse = last_used_at ? `last used ${formatDate(last_used_at)}` : 'not used yet'
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 text-sm">
      <Fingerprint aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40">
        <p dir="auto" translate="no" className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="text-ink-soft">{`Added ${formatDate(created_at)}, ${lastUse}`}</p>
      </div>
      <div className="flex gap-2">
        <SmallButton aria-label={`Rename ${isolate(name)}`} onClick={onRename}>
          Rename
        </SmallButton>
        <ConfirmButton
          button={{ children: 'Remove', 'aria-label': `Remove ${isolate(name)}` }}
          title="Remove this passkey?"
          confirmLabel="Remove"
          pendingLabel="Removing..."
          tone="danger"
          action={{
            write: async () => {
              const { error } = await supabase.auth.passkey.delete({ passkeyId })
              // Another tab has removed it.
              if (error && !hasErrorCode(error, 'validation_failed')) throw error
            },
            success: 'Passkey removed',
            failure: "Couldn't remove the passkey",
            onSuccess: onRemoved,
          }}
        >
          <p>
            <bdi translate="no" className="font-semibold wrap-anywhere text-ink">
              {name}
            </bdi>{' '}
            <span>
              no longer signs you in. If you lost the device, choose 'Sign out everywhere', too.
            </span>
          </p>
        </ConfirmButton>
      </div>
    </li>
  )
}
