import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SearchField } from '../../ui/SearchField.tsx'

type Props = {
  title: string
  description: string
  searchLabel: string
  search: string
  onSearch: (text: string) => void
  addLabel: string
  onAdd: () => void
  /** What the last action did: assistive technology cannot reach a toast behind a dialog. */
  outcome: string
  onClose: () => void
  children: ReactNode
}

/** A dialog with a list that can be searched and extended. */
export function ListDialog({
  title,
  description,
  searchLabel,
  search,
  onSearch,
  addLabel,
  onAdd,
  outcome,
  onClose,
  children,
}: Props) {
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={title}
      description={description}
      footer={
        <>
          <p role="status" className="mr-auto self-center text-sm font-semibold text-success-ink">
            {outcome}
          </p>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="mb-4 grid gap-2 min-[24rem]:grid-cols-[minmax(0,1fr)_auto]">
        <SearchField label={searchLabel} value={search} onSearch={onSearch} />
        <Button icon={Plus} onClick={onAdd}>
          {addLabel}
        </Button>
      </div>
      <div>{children}</div>
    </Dialog>
  )
}
