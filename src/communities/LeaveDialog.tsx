import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

type Props = {
  isNew: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  onLeave: () => void
}

/** Asks before typed text leaves the screen. A new listing is kept as a draft, an edit is not. */
export function LeaveDialog({ isNew, open, onOpenChange, onLeave }: Props) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isNew ? 'Close without submitting?' : 'Discard your changes?'}
      confirmLabel={isNew ? 'Close' : 'Discard changes'}
      cancelLabel="Keep editing"
      tone={isNew ? undefined : 'danger'}
      onConfirm={onLeave}
    >
      {isNew
        ? 'Your draft stays on this device. You can go on with it the next time.'
        : 'What you changed in this listing is not saved yet.'}
    </ConfirmDialog>
  )
}
