import * as AlertDialog from '@radix-ui/react-alert-dialog'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { useReturnFocus } from './Dialog.tsx'
import { Notice } from './Feedback.tsx'
import { panelClass, panelWidths, scrimClass, useDialogFrame } from './dialog-frame.tsx'

type ConfirmDialogProps = {
  onClose: () => void
  /** Defaults to the title of its `lazyDialog`. */
  title?: string
  children: ReactNode
  /** The name of what it is about. */
  subject?: string
  confirmLabel: string
  pendingLabel?: string
  cancelLabel?: string
  isPending?: boolean
  /** Shown in the dialog, because it hides toasts from screen readers. */
  error?: string | null
  /** The caller closes the dialog when the action succeeds. */
  onConfirm: (event: MouseEvent) => void
  tone?: 'danger'
  /** Whether Enter confirms at once. By default, the focus is on the safe answer. */
  focusesConfirm?: boolean
}

/**
 * Asks for confirmation of an action that cannot be undone. Render it only while it is open. It cannot be closed while
 * pending.
 */
export function ConfirmDialog({
  onClose,
  title: ownTitle,
  children,
  subject,
  confirmLabel,
  pendingLabel,
  cancelLabel = 'Cancel',
  isPending = false,
  error,
  onConfirm,
  tone,
  focusesConfirm = false,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus()
  const { title, isReplaced } = useDialogFrame(ownTitle)
  const confirm = useRef<HTMLButtonElement>(null)
  const stopAnimation = isReplaced && 'animate-none'

  return (
    <AlertDialog.Root open onOpenChange={() => isPending || onClose()}>
      {/* Without a container, Radix would render the content again, in one long task. */}
      <AlertDialog.Portal container={document.body}>
        <AlertDialog.Overlay className={cx(scrimClass, stopAnimation)} />
        <AlertDialog.Content
          className={cx(panelClass, panelWidths.sm, stopAnimation)}
          onOpenAutoFocus={(event) => {
            if (!focusesConfirm) return
            event.preventDefault()
            confirm.current?.focus()
          }}
          onCloseAutoFocus={returnFocus}
        >
          <div className="min-h-0 space-y-3 overflow-y-auto short:flex-none short:overflow-visible px-5 pt-5 pb-5 sm:px-6">
            <AlertDialog.Title className="text-xl font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description asChild>
              <div className="text-ink-soft">
                <div>{children}</div>
                {subject && (
                  <p dir="auto" translate="no" className="mt-2 font-semibold text-ink">
                    {subject}
                  </p>
                )}
              </div>
            </AlertDialog.Description>
            {error && <Notice tone="danger">{error}</Notice>}
          </div>
          <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-paper/60 px-5 py-3 sm:px-6">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary" disabled={isPending}>
                {cancelLabel}
              </Button>
            </AlertDialog.Cancel>
            <Button
              ref={confirm}
              variant={tone === 'danger' ? 'danger' : 'primary'}
              isPending={isPending}
              onClick={onConfirm}
            >
              {isPending && pendingLabel ? pendingLabel : confirmLabel}
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
