import { Bookmark } from 'lucide-react'
import { Suspense, useSyncExternalStore } from 'react'
import { parseObject, readItem, removeItem, writeItem } from '../../../lib/browser-storage.ts'
import { isolate } from '../../../lib/isolate.ts'
import { isUuid } from '../../../lib/uuid.ts'
import { useRequestSignIn } from '../../session/sign-in-request.ts'
import { useSession } from '../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyHelper } from '../../../ui/lazy.tsx'
import { toast } from '../../../ui/toast.tsx'

// Visitors do not load it.
const SaveInAccount = lazyHelper(async () => (await import('./SaveInAccount.tsx')).SaveInAccount)

export type SaveButtonProps = {
  community: { id: string; name: string }
  /** On an image: a round button with only an icon. */
  isIconOnly?: boolean
}

/** Saves a community for later: in the user's account, or in this browser if the visitor is signed out. */
export function SaveButton(props: SaveButtonProps) {
  const { user } = useSession()
  const { id } = props.community
  const isOnDevice = useSavedOnDevice().includes(id)
  if (!user) return <SaveOnDevice {...props} isSaved={isOnDevice} />
  return (
    // Until the code has loaded, a press is stored on the device. Reading the list then moves it to the account.
    <Suspense
      fallback={<SaveToggle {...props} isSaved={isOnDevice} onClick={() => saveOnDevice(id)} />}
    >
      <SaveInAccount {...props} user={user} isOnDevice={isOnDevice} />
    </Suspense>
  )
}

function SaveOnDevice({ isSaved, ...props }: SaveButtonProps & { isSaved: boolean }) {
  const { id } = props.community
  const requestSignIn = useRequestSignIn()

  const onClick = () => {
    if (isSaved) removeSavedOnDevice([id])
    else if (!saveOnDevice(id)) requestSignIn(undefined, { reason: { action: 'save' } })
    // The page of a community has a link instead.
    else if (props.isIconOnly)
      toast('Saved on this device. Find it under “Saved” in the menu.', { id: 'saved' })
  }
  return <SaveToggle {...props} isSaved={isSaved} onClick={onClick} />
}

type ToggleProps = SaveButtonProps & {
  isSaved: boolean
  /** Why the user cannot change it. */
  disabledReason?: string | undefined
  onClick: () => void
}

export function SaveToggle({
  community,
  isIconOnly = false,
  isSaved,
  disabledReason,
  onClick,
}: ToggleProps) {
  return (
    <Button
      variant="secondary"
      size={isIconOnly ? 'md' : 'sm'}
      aria-pressed={isSaved}
      aria-label={`Save ${isolate(community.name)}`}
      disabled={Boolean(disabledReason)}
      title={disabledReason ?? (isIconOnly ? 'Save' : undefined)}
      // A double click would save and remove.
      onClick={({ detail }) => detail < 2 && onClick()}
      className={cx(
        'noscript:hidden print:hidden',
        isIconOnly ? 'size-10 rounded-full! p-0!' : 'px-2!',
      )}
    >
      <Bookmark
        aria-hidden="true"
        className={cx(
          isIconOnly ? 'size-[1.125rem]' : 'size-4',
          isSaved && 'fill-current text-accent',
        )}
      />
      {!isIconOnly && <span>Save</span>}
    </Button>
  )
}

/*
 * The ids of the communities that a signed-out visitor saved in this browser, newest first. Signing in moves them to the
 * account (`savedCommunities`).
 */

const storageKey = 'community-app-saved'

/** Enough for a visitor, and as many as one request reads; an account holds more. */
export const maxOnDevice = 100

const none: readonly string[] = []
let parsed: { text: string | null; ids: readonly string[] } = { text: null, ids: none }

/** Returns the same array until the list changes. */
export function readSavedOnDevice(): readonly string[] {
  const text = readItem(storageKey)
  if (text !== parsed.text) parsed = { text, ids: parseIds(text) }
  return parsed.ids
}

/** Ignores what is not an id: extensions and other releases also write to local storage. */
function parseIds(text: string | null): readonly string[] {
  const stored = parseObject(text)
  if (!Array.isArray(stored)) return none
  const ids = stored.filter((id: unknown) => typeof id === 'string' && isUuid(id))
  return [...new Set<string>(ids)].slice(0, maxOnDevice)
}

/** Returns false if this browser does not store it, or the list is full. */
function saveOnDevice(id: string): boolean {
  const ids = readSavedOnDevice()
  if (ids.includes(id)) return true
  return ids.length < maxOnDevice && write([id, ...ids])
}

export function removeSavedOnDevice(removed: readonly string[]): void {
  const ids = readSavedOnDevice()
  const kept = ids.filter((id) => !removed.includes(id))
  if (kept.length < ids.length) write(kept)
}

function write(ids: readonly string[]): boolean {
  const text = JSON.stringify(ids)
  if (ids.length === 0) removeItem(storageKey)
  else writeItem(storageKey, text)
  for (const listener of listeners) listener()
  return readItem(storageKey) === (ids.length === 0 ? null : text)
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Null if another tab cleared the storage.
    if (key === storageKey || key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Returns the saved communities of this browser. None in the build. */
export const useSavedOnDevice = (): readonly string[] =>
  useSyncExternalStore(subscribe, readSavedOnDevice, () => none)
