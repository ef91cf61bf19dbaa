import { useState } from 'react'

const storageKey = 'review-shortcuts'

/** Whether single keys decide: a choice of this browser, on unless it was switched off. */
export function useKeysSetting() {
  const [enabled, setEnabled] = useState(() => read() !== 'off')
  const change = (next: boolean) => {
    setEnabled(next)
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // Without storage the choice holds for this visit.
    }
  }
  return [enabled, change] as const
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
