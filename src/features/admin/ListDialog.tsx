import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SearchField } from '../../ui/SearchField.tsx'

type Props = Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'description' | 'onClose' | 'children'
> & {
  searchLabel: string
  search: string
  onSearch: (text: string) => void
  addLabel: string
  onAdd: () => void
  /** What the last action did: assistive technology cannot reach a toast behind a dialog. */
  outcome: string
}

/** A dialog with a list that can be searched and extended. */
export function ListDialog(props: Props) {
  const { searchLabel, search, onSearch, addLabel, onAdd, outcome, children, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      size="lg"
      footer={
        <>
          <p role="status" className="mr-auto self-center text-sm font-semibold text-success-ink">
            {outcome}
          </p>
          <Button onClick={dialog.onClose}>Close</Button>
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
