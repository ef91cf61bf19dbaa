import { X } from 'lucide-react'
import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { reloadPage } from '../lib/reload.ts'
import { Button, GhostButton } from './Button.tsx'
import { cx } from './cx.ts'
import { Spinner } from './Loading.tsx'

/* The look of every dialog, and the frame of one that loads. Separate from Dialog.tsx, because public pages show the frame
   without the library behind it. */

export const scrimClass = 'fixed inset-0 z-50 animate-fade-in bg-scrim'

/** A sheet at the bottom of a phone, otherwise centered; at most 90% of the window's height. */
export const panelClass =
  'fixed z-50 flex max-h-[90dvh] animate-rise-in flex-col overflow-hidden border border-line ' +
  'short:max-h-dvh short:overflow-y-auto ' +
  'bg-surface outline-none text-ink shadow-raised inset-x-0 bottom-0 rounded-t-2xl ' +
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100%-3rem)] ' +
  'sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl'

export type PanelSize = 'sm' | 'md' | 'lg' | 'xl' | 'full'

export const panelWidths: Record<PanelSize, string> = {
  sm: 'sm:max-w-md',
  md: 'sm:max-w-xl',
  lg: 'sm:max-w-3xl',
  xl: 'sm:max-w-3xl lg:max-w-5xl',
  // As tall as a phone.
  full: 'sm:max-w-xl max-sm:h-dvh max-sm:max-h-dvh max-sm:rounded-none max-sm:border-0',
}

type Frame = {
  title: string
  size: PanelSize
  /** Whether the dialog replaces its loading frame, so that it does not animate again. */
  isReplaced: boolean
}

export const DialogFrame = createContext<Frame | null>(null)

/** Returns the title and size of a dialog, by default the ones in its `lazyDialog`. */
export function useDialogFrame(title: string | undefined, size: PanelSize = 'md'): Frame {
  const frame = useContext(DialogFrame)
  if (title !== undefined) return { title, size, isReplaced: frame?.isReplaced ?? false }
  if (!frame) throw new Error('A dialog needs a title')
  return frame
}

type LoadingFrameProps = {
  title: string
  size?: PanelSize
  cancelLabel?: string | undefined
  hasFailed?: boolean
  onClose: () => void
}

/** A native modal dialog, which needs no further code. */
export function LoadingFrame({
  title,
  size = 'sm',
  cancelLabel = 'Cancel',
  hasFailed = false,
  onClose,
}: LoadingFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // Returns the focus to the opener, where the loaded dialog reads it.
    return () => current?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      data-failed={hasFailed || undefined}
      aria-label={`${title} (${hasFailed ? 'not loaded' : 'loading'})`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={cx(
        panelClass,
        panelWidths[size],
        // Overrides the browser's style, which also centers it with a margin on a phone.
        'm-0 w-full max-w-none p-0 backdrop:animate-fade-in backdrop:bg-scrim max-sm:top-auto',
      )}
    >
      <header className="flex items-start gap-3 border-b border-line px-5 py-4 sm:px-6">
        <h2 className="min-w-0 flex-1 pt-0.5 text-xl font-semibold">{title}</h2>
        <GhostButton icon={X} aria-label="Close" className="-me-1.5" onClick={onClose} />
      </header>
      <div className="min-h-24 px-5 py-5 sm:px-6">
        {hasFailed ? (
          <p role="alert">
            This dialog didn't load. Check your connection, then reload the page to open it.
          </p>
        ) : (
          <p role="status" className="flex items-center gap-3 text-ink-soft">
            <Spinner /> <span>Loading...</span>
          </p>
        )}
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-paper/60 px-5 py-3 sm:px-6">
        <Button variant="secondary" onClick={onClose}>
          {cancelLabel}
        </Button>
        {hasFailed && <Button onClick={reloadPage}>Reload the page</Button>}
      </footer>
    </dialog>
  )
}
