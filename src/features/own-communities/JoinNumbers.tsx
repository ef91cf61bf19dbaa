import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'

const NumbersDialog = lazyDialog(async () => (await import('./NumbersDialog.tsx')).NumbersDialog, {
  title: 'Joins per week',
  cancelLabel: 'Close',
})

type Props = { community: { id: string; name: string } }

/** Opens the joins per week of a community. */
export function JoinNumbers({ community }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <SmallButton
        icon={ChartColumn}
        aria-label={`Numbers of ${isolate(community.name)}`}
        onPointerDown={NumbersDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Numbers
      </SmallButton>
      {isOpen && <NumbersDialog community={community} onClose={() => setIsOpen(false)} />}
    </>
  )
}
