import { type ComponentProps, type ReactElement, useId, useState } from 'react'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Feedback.tsx'

type Props = Omit<ComponentProps<typeof Dialog>, 'footer'> &
  Pick<ComponentProps<'form'>, 'onSubmit' | 'onChange'> & {
    submitLabel: string
    submitButton?: ComponentProps<typeof Button>
    isPending: boolean
    /** What the user has typed. Unless it is empty, closing the dialog asks first. */
    typed?: string
    /** Why submitting failed. Above the buttons, because the end of a long form may be out of view. */
    problem?: string | null
    footnote?: ReactElement
  }

/** A dialog with one form, a cancel and a submit button. It cannot be closed while pending. */
export function FormDialog({
  submitLabel,
  submitButton,
  isPending,
  typed = '',
  problem,
  footnote,
  onClose,
  onSubmit,
  onChange,
  children,
  ...dialog
}: Props) {
  const formId = useId()
  const [isLeaving, setIsLeaving] = useState(false)
  const requestClose = () => {
    if (isPending) return
    if (typed.trim() === '') onClose()
    else setIsLeaving(true)
  }
  return (
    <>
      <Dialog
        {...dialog}
        onClose={requestClose}
        footer={
          <>
            {problem && (
              <Notice tone="danger" className="w-full">
                {problem}
              </Notice>
            )}
            {footnote}
            <Button variant="secondary" disabled={isPending} onClick={requestClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} isPending={isPending} {...submitButton}>
              {submitLabel}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate className="space-y-4" onSubmit={onSubmit} onChange={onChange}>
          {children}
        </form>
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          onClose={() => setIsLeaving(false)}
          title="Discard your text?"
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          tone="danger"
          onConfirm={onClose}
        >
          It isn't saved yet.
        </ConfirmDialog>
      )}
    </>
  )
}
