import { type ComponentProps, type ReactElement, useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Feedback.tsx'

type Props = Omit<ComponentProps<typeof Dialog>, 'footer'> &
  Pick<ComponentProps<'form'>, 'onSubmit' | 'onChange'> & {
    submitLabel: string
    submitButton?: ComponentProps<typeof Button>
    isPending: boolean
    /** Why submitting failed. Above the buttons, because the end of a long form may be out of view. */
    problem?: string | null
    footnote?: ReactElement
  }

/** A dialog with one form, a cancel and a submit button. It cannot be closed while pending. */
export function FormDialog({
  submitLabel,
  submitButton,
  isPending,
  problem,
  footnote,
  onClose,
  onSubmit,
  onChange,
  children,
  ...dialog
}: Props) {
  const formId = useId()
  return (
    <Dialog
      {...dialog}
      onClose={() => !isPending && onClose()}
      footer={
        <>
          {problem && (
            <Notice tone="danger" className="w-full">
              {problem}
            </Notice>
          )}
          {footnote}
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
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
  )
}
