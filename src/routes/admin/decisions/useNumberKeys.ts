import { useEffect, useRef } from 'react'
import { isShortcut } from '../../../ui/shortcut.ts'
import { useKeysSetting } from '../useKeysSetting.ts'

/** Chooses from 1 to `count` by the number keys, unless keyboard shortcuts are switched off. */
export function useNumberKeys(count: number, onNumber: (number: number) => void): void {
  const [enabled] = useKeysSetting()
  const latest = useRef(onNumber)
  useEffect(() => {
    latest.current = onNumber
  })

  useEffect(() => {
    if (!enabled) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const number = Number(event.key)
      if (!Number.isInteger(number) || number < 1 || number > count || !isShortcut(event)) return
      event.preventDefault()
      latest.current(number)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [count, enabled])
}
