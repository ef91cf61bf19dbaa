import { useSyncExternalStore } from 'react'

/** Milliseconds after a connection has returned, in which what failed is loaded again. */
const recoveryMs = 3000

/** Whether the browser is offline, or what failed meanwhile is still loading again. */
let isRecovering = false
let timer: ReturnType<typeof setTimeout> | undefined

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

function onChange() {
  clearTimeout(timer)
  if (navigator.onLine) {
    timer = setTimeout(() => {
      isRecovering = false
      notify()
    }, recoveryMs)
  } else isRecovering = true
  notify()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    isRecovering = !navigator.onLine
    window.addEventListener('online', onChange)
    window.addEventListener('offline', onChange)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

const isOnServer = () => false

/** Whether the browser reports that it is offline. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(subscribe, () => !navigator.onLine, isOnServer)

/**
 * Whether the browser is offline or was until a moment ago. Errors of queries are hidden meanwhile: the notice at the top of
 * the page says why, and they repeat when the connection returns.
 */
export const useIsRecovering = (): boolean =>
  useSyncExternalStore(subscribe, () => isRecovering || !navigator.onLine, isOnServer)
