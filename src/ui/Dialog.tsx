import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { useContext, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import {
  panelClass,
  panelWidths,
  ReplacesLoadingFrame,
  scrimClass,
  type PanelSize,
} from './dialog-frame.ts'
import { usePublishBottom } from './usePublishBottom.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children: ReactNode
  /** Stays in view below the scrolling body; a submit button here needs `form="<form id>"`. */
  footer?: ReactNode
  size?: PanelSize
  /**
   * Moves the focus once the dialog is open, e.g. `() => form.setFocus('name')`. Without it the
   * dialog itself gets it.
   */
  initialFocus?: () => void
}

/** A modal dialog of at most 90% of the window's height. Its body scrolls; in a low window all of it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  initialFocus,
}: DialogProps) {
  const focus = useDialogFocus(open)
  const isReplacing = useContext(ReplacesLoadingFrame)
  // Radix warns about a missing description unless its absence is stated.
  const noDescription = description ? {} : { 'aria-describedby': undefined }

  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={cx(scrimClass, isReplacing && 'animate-none')} />
        <RadixDialog.Content
          {...noDescription}
          className={cx(panelClass, panelWidths[size], isReplacing && 'animate-none')}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (initialFocus) initialFocus()
            else focusPanel(event)
          }}
          {...focus}
        >
          <DialogHeader>
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
          </DialogHeader>
          {/* Relative: otherwise text for screen readers alone would overflow the panel and shift it. */}
          <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-6 short:flex-none short:overflow-visible">
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

/** Inside the dialog's content, so that it is there while the dialog is open, and only then. */
function DialogHeader({ children }: { children: ReactNode }) {
  const header = useRef<HTMLElement>(null)
  usePublishBottom(header, '--dialog-header-bottom')
  return (
    <header ref={header} className="flex items-start gap-3 border-b border-line px-5 py-4 sm:px-6">
      {children}
    </header>
  )
}

/**
 * The dialog itself gets the focus, so that its title is read out first. By default the close button would
 * get it; and a text field would open the keyboard of a phone over half of the screen.
 */
function focusPanel({ currentTarget }: Event) {
  if (currentTarget instanceof HTMLElement) currentTarget.focus()
}

/**
 * Where the focus goes when a dialog closes; pass it to the dialog's content. It goes back to what
 * opened the dialog (Radix does that for its own triggers only) or, where that is gone or goes with
 * the row it stood in, to the page's main part, unless something else has taken it by then.
 */
export function useDialogFocus(open: boolean) {
  const opener = useRef<Element | null>(null)
  // Before the effects of what is inside, one of which may focus a field.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement
  }, [open])
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const { current } = opener
      if (current instanceof HTMLElement && current.isConnected && isFocusFree()) {
        current.focus()
        watch(current)
      } else {
        focusMain()
      }
    },
  }
}

const isFocusFree = () => document.activeElement === document.body

function focusMain() {
  if (isFocusFree()) document.querySelector('main')?.focus({ preventScroll: true })
}

/** A browser says nothing when the element that has the focus is removed. */
function watch(opener: HTMLElement) {
  const observer = new MutationObserver(() => {
    if (opener.isConnected && document.activeElement === opener) return
    observer.disconnect()
    if (!opener.isConnected) focusMain()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
