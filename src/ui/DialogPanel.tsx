import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { panelClass, panelWidths, scrimClass, type PanelSize } from './panelClass.ts'
import { useDialogFocus } from './useDialogFocus.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children: ReactNode
  /** Stays in view below the scrolling body; a submit button here needs `form="<form id>"`. */
  footer?: ReactNode
  size?: PanelSize
}

/** A modal dialog of at most 90% of the viewport's height; only its body scrolls. */
export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
}: DialogProps) {
  const focus = useDialogFocus()
  // Radix warns about a missing description unless its absence is stated.
  const noDescription = description ? {} : { 'aria-describedby': undefined }

  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={scrimClass} />
        <RadixDialog.Content
          {...noDescription}
          className={cx(panelClass, panelWidths[size])}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus()
            focusPanel(event)
          }}
          onCloseAutoFocus={focus.onCloseAutoFocus}
        >
          <header className="flex items-start gap-3 border-b border-line px-5 py-4 sm:px-6">
            <div className="min-w-0 flex-1 space-y-1 pt-0.5">
              <RadixDialog.Title className="text-xl font-semibold">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="text-sm text-ink-soft">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close asChild>
              <Button variant="ghost" size="sm" icon={X} aria-label="Close" className="-mr-1.5" />
            </RadixDialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-6">
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-paper/60 px-5 py-3 sm:px-6">
              {footer}
            </footer>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/**
 * The dialog itself gets the focus, so that its title is read out first. Left alone it would go to
 * the close button, and to a text field a phone answers with half a screen of keyboard.
 */
function focusPanel(event: Event) {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}
