import { X } from 'lucide-react'
import {
  lazy,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
} from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { panelClass, panelWidths, ReplacesLoadingFrame, type PanelSize } from './dialog-frame.ts'
import { Spinner } from './Loading.tsx'

/**
 * Imports a chunk. Retries once: offline, when the connection is back; otherwise after a second.
 *
 * @throws if the retry fails
 */
export async function importWithRetry<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch {
    await (navigator.onLine
      ? new Promise((resolve) => setTimeout(resolve, 1000))
      : new Promise((resolve) => window.addEventListener('online', resolve, { once: true })))
    return load()
  }
}

/**
 * Returns a component whose code loads when it first renders, or earlier with `preload`. Like React.lazy
 * it suspends while loading and throws if that fails; but once preloaded it renders synchronously, which
 * hydrating a prerendered page requires.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded = await importWithRetry(load)
    return { default: loaded }
  }
  const Lazy = lazy(preload)

  function Screen(props: Props) {
    // State, because switching from Lazy to the loaded component would remount it.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Screen, { preload })
}

type Closable = { onClose: () => void }

type Frame<Props> = {
  /** Shown while the dialog loads; the same as the dialog's own title. */
  title: string | ((props: Props) => string)
  size?: PanelSize
  /** The button that closes the frame. */
  cancelLabel?: string
}

/**
 * Returns a dialog whose code loads when it first opens. While it loads, an empty frame can be closed. If
 * loading fails, the frame offers to retry, and retries when the connection is back; it never throws, so
 * the screen behind stays.
 *
 *     const CommunityDialog = onDemandDialog(
 *       async () => (await import('./CommunityDialog.tsx')).CommunityDialog,
 *       { title: ({ community }) => (community ? 'Edit Community' : 'List your community'), size: 'xl' },
 *     )
 *
 * Render it only while it is open. Closing the frame calls `onClose`. `preload` loads it earlier; opening it retries a
 * failure.
 */
export function onDemandDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  { title, size = 'md', cancelLabel = 'Cancel' }: Frame<Props>,
): ComponentType<Props> & { preload: () => void } {
  let loaded: ComponentType<Props> | null = null

  const preload = () => {
    load().then(
      (dialog) => (loaded = dialog),
      () => undefined,
    )
  }

  function OnDemandDialog(props: Props) {
    const [Shown, setShown] = useState(() => loaded)
    const [hadToLoad] = useState(Shown === null)
    const [hasFailed, setHasFailed] = useState(false)
    const isUnmounted = useRef(false)

    const attempt = useCallback(async () => {
      try {
        loaded ??= await load()
        if (!isUnmounted.current) setShown(() => loaded)
      } catch {
        if (!isUnmounted.current) setHasFailed(true)
      }
    }, [])

    useEffect(() => {
      isUnmounted.current = false
      // Even if it is loaded by now: another instance may have loaded it since this one rendered.
      // oxlint-disable-next-line react/set-state-in-effect -- The state changes once the code has loaded or failed.
      void attempt()
      return () => {
        isUnmounted.current = true
      }
    }, [attempt])

    const retry = useCallback(() => {
      setHasFailed(false)
      void attempt()
    }, [attempt])

    if (Shown) {
      return (
        <ReplacesLoadingFrame value={hadToLoad}>
          <Shown {...props} />
        </ReplacesLoadingFrame>
      )
    }
    return (
      <LoadingFrame
        title={typeof title === 'string' ? title : title(props)}
        size={size}
        cancelLabel={cancelLabel}
        hasFailed={hasFailed}
        onRetry={retry}
        onClose={props.onClose}
      />
    )
  }

  return Object.assign(OnDemandDialog, { preload })
}

type LoadingFrameProps = Closable & {
  title: string
  size: PanelSize
  cancelLabel: string
  hasFailed: boolean
  onRetry: () => void
}

/** A native modal dialog, which needs no further code. */
function LoadingFrame({
  title,
  size,
  cancelLabel,
  hasFailed,
  onRetry,
  onClose,
}: LoadingFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // Returns the focus to the opener, where the loaded dialog reads it.
    return () => current?.close()
  }, [])

  useEffect(() => {
    if (!hasFailed) return undefined
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [hasFailed, onRetry])

  return (
    <dialog
      ref={dialog}
      aria-label={`${title} (${hasFailed ? 'not loaded' : 'loading'})`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={cx(
        panelClass,
        panelWidths[size],
        // Overrides the browser's style, which centers it with a margin on a phone, too.
        'm-0 w-full max-w-none p-0 backdrop:animate-fade-in backdrop:bg-scrim max-sm:top-auto',
      )}
    >
      <header className="flex items-start gap-3 border-b border-line px-5 py-4 sm:px-6">
        <h2 className="min-w-0 flex-1 pt-0.5 text-xl font-semibold">{title}</h2>
        <Button
          variant="ghost"
          size="sm"
          icon={X}
          aria-label="Close"
          className="-mr-1.5"
          onClick={onClose}
        />
      </header>
      <div className="min-h-24 px-5 py-5 sm:px-6">
        {hasFailed ? (
          <p role="alert">This dialog didn't load. Check your connection and try again.</p>
        ) : (
          <p role="status" className="flex items-center gap-3 text-ink-soft">
            <Spinner /> Loading...
          </p>
        )}
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-paper/60 px-5 py-3 sm:px-6">
        <Button variant="secondary" onClick={onClose}>
          {cancelLabel}
        </Button>
        {hasFailed && <Button onClick={onRetry}>Try again</Button>}
      </footer>
    </dialog>
  )
}
