import { useEffect } from 'react'
import { Notice } from '../../ui/Feedback.tsx'
import { suspendedReason, useSuspension } from './suspension.ts'

type Props = {
  userId: string
  /** Disables what the database would refuse. */
  onChange: (isSuspended: boolean) => void
}

/** Says that the user is suspended. For public pages, which load it on demand: most visitors do not need it. */
export function SuspensionCheck({ userId, onChange }: Props) {
  const isSuspended = Boolean(useSuspension(userId))
  useEffect(() => onChange(isSuspended), [isSuspended, onChange])
  return isSuspended && <Notice tone="warning">{suspendedReason}</Notice>
}
