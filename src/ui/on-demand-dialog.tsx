import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { reloadPage } from '../lib/reload.ts'
import { Button, GhostButton } from './Button.tsx'
import { cx } from './cx.ts'
import { DialogFrame, panelClass, panelWidths, type PanelSize } from './dialog-frame.ts'
import { loadOnce } from './lazy.tsx'
import { Spinner } from './Loading.tsx'

type Closable = { onClose: () => void }

type Frame<Props> = {
  /** Shown while the dialog loads, and by the loaded dialog unless it has a title of its own. */
  title: string | ((props: Props) => string)
  size?: PanelSize
  cancelLabel?: string
}

/**
 * Returns a dialog whose code loads when it first opens. While it loads, an empty frame can be closed. If loading fails,
 * the frame offers to reload the page; it never throws, so the screen behind stays.
 *
 * Render it only while it is open. Closing the frame calls `onClose`. `preload` loads it earlier.
 */
export function onDemandDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  { title, size = 'md', cancelLabel = 'Cancel' }: Frame<Props>,
) {
  const { get, getLoaded, preload } = loadOnce(load)

  function OnDemandDialog(props: Props) {
    const [Shown, setShown] = useState(getLoaded)
    const [hadToLoad] = useState(Shown === null)
    const [hasFailed, setHasFailed] = useState(false)

    useEffect(() => {
      let isUnmounted = false
      get().then(
        (dialog) => isUnmounted || setShown(() => dialog),
        () => isUnmounted || setHasFailed(true),
      )
      return () => {
        isUnmounted = true
      }
    }, [])

    const frame = { title: typeof title === 'string' ? title : title(props), size }
    if (Shown) {
      return (
        <DialogFrame value={{ ...frame, isReplaced: hadToLoad }}>
          <Shown {...props} />
        </DialogFrame>
      )
    }
    return (
      <LoadingFrame
        {...frame}
        cancelLabel={cancelLabel}
        hasFailed={hasFailed}
        onClose={props.onClose}
      />
    )
  }

  return Object.assign(OnDemandDialog, { preload: () => void preload() })
}

/** ConfirmDialog for screens that show it rarely. */
export const ConfirmOnDemand = onDemandDialog(
  async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog,
  { title: ({ title = '' }) => title, size: 'sm' },
)

type LoadingFrameProps = Closable &
  Omit<Frame<never>, 'title'> & { title: string; hasFailed?: boolean }

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
        <GhostButton icon={X} aria-label="Close" className="-mr-1.5" onClick={onClose} />
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
