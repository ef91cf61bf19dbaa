import { useSyncExternalStore } from 'react'

/** A toast, without its library in the first load of the public pages. */
export async function say(message: string, options?: { id?: string }): Promise<void> {
  wantToasts()
  const { toast } = await import('react-hot-toast')
  toast(message, options)
}

export async function sayError(message: string, options?: { id?: string }): Promise<void> {
  wantToasts()
  const { toast } = await import('react-hot-toast')
  toast.error(message, options)
}

let areToastsWanted = false
const followers = new Set<() => void>()

function wantToasts() {
  areToastsWanted = true
  for (const onChange of followers) onChange()
}

/** Whether anything was said on this visit, so that the toast area has to be there. */
export function useHasSpoken(): boolean {
  return useSyncExternalStore(
    follow,
    () => areToastsWanted,
    () => false,
  )
}

function follow(onChange: () => void): () => void {
  followers.add(onChange)
  return () => followers.delete(onChange)
}
