import { useEffect, useRef } from 'react'

/** Puts the focus on the form's first field when the form appears, so typing can start at once. */
export function useFocusFirstField() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:not([type="hidden"])')?.focus()
  }, [])
  return form
}
