import type { ReactElement } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { countOf, describeCommunities, type DirectoryCounts } from './directory-counts.ts'

type Props = { counts: DirectoryCounts | undefined; onClose: () => void; children: ReactElement }

/** The filters on a phone. It stays open while the visitor chooses some of them. */
export function FilterSheet({ counts, onClose, children }: Props) {
  const found = counts && describeCommunities(countOf(counts, counts.total))
  return (
    <Dialog
      onClose={onClose}
      footer={
        <Button onClick={onClose} className="w-full">
          <span aria-live="polite">{`Show ${found ?? 'communities'}`}</span>
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
