import { X } from 'lucide-react'
import * as RadixDialog from '@radix-ui/react-dialog'
import { useInsertionEffect, useRef, type ReactNode } from 'react'
import { GhostButton } from './Button.tsx'
import { cx } from './cx.ts'
import {
  panelClass,
  type PanelSize,
  panelWidths,
  scrimClass,
  useDialogFrame,
} from './dialog-frame.tsx'
import { isForeign, pathOf, restoreFocus } from './focus.ts'

type DialogProps = {
  onClose: () => void
  /** The title and size default to those in its `lazyDialog`. */
  title?: string
  size?: PanelSize
  description?: ReactNode
  /** The name of what it is about, in place of a description. */
  subject?: string
  children: ReactNode
  /** Stays visible below the scrolling body. A submit button here needs `form="<form id>"`. */
  footer?: ReactNode
  /** Moves the focus when the dialog opens, e.g. `() => form.setFocus('name')`. Default: the dialog. */
  initialFocus?: () => void
}

/**
 * A modal dialog; render it only while it is open. Its body scrolls; in a low window, all of it. Escape and the close
 * button close it; so does a click beside it, unless it has a form, whose input would be lost.
 */
export function Dialog({
  onClose,
  title: ownTitle,
  size: ownSize,
  description: ownDescription,
  subject,
  children,
  footer,
  initialFocus,
}: DialogProps) {
  const returnFocus = useReturnFocus()
  const scrim = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const hasForm = () => panel.current?.querySelector('form') !== null
  const { title, size, isReplaced } = useDialogFrame(ownTitle, ownSize)
  const description = ownDescription ?? (subject && <Subject name={subject} />)
  // Radix warns about a missing description unless it is explicitly undefined.
  const noDescription = description ? {} : { 'aria-describedby': undefined }

  return (
    <RadixDialog.Root open onOpenChange={() => onClose()}>
      {/* Without a container, Radix would render the content again, in one long task. */}
      <RadixDialog.Portal container={document.body}>
        <RadixDialog.Overlay ref={scrim} className={cx(scrimClass, isReplaced && 'animate-none')} />
        <RadixDialog.Content
          {...noDescription}
          ref={panel}
          className={cx(panelClass, panelWidths[size], isReplaced && 'animate-none')}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (initialFocus) initialFocus()
            // So that screen readers read the title first. Radix would focus the close button; focusing a text field would
            // open a phone's keyboard.
            else panel.current?.focus()
          }}
          onEscapeKeyDown={(event) => {
            if (isForeign(event.target)) event.preventDefault()
          }}
          onInteractOutside={(event) => {
            if (event.target !== scrim.current || hasForm()) event.preventDefault()
          }}
          onCloseAutoFocus={returnFocus}
        >
          <header className="flex items-start gap-3 border-b border-line px-5 py-4 sm:px-6">
            <div className="min-w-0 flex-1 space-y-1 pt-0.5">
              <RadixDialog.Title className="text-xl font-semibold">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description dir="auto" className="text-sm text-ink-soft">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close asChild>
              <GhostButton icon={X} aria-label="Close" className="-me-1.5" />
            </RadixDialog.Close>
          </header>
          {/* Relative, so that text for screen readers does not overflow the panel. */}
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

const Subject = ({ name }: { name: string }) => (
  <span dir="auto" translate="no" className="wrap-anywhere">
    {name}
  </span>
)

/** Returns a handler that moves the focus back to what opened the dialog, or to what was around it. */
export function useReturnFocus() {
  const opener = useRef<readonly Element[]>([])
  // An insertion effect, because `autoFocus` focuses a field before layout effects run.
  useInsertionEffect(() => {
    opener.current = pathOf(document.activeElement)
  }, [])
  return (event: Event) => {
    event.preventDefault()
    restoreFocus(opener.current)
  }
}
