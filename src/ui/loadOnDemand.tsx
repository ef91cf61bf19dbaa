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
 * Imports code that is in a file of its own. When that fails it is tried once more, offline as soon as the
 * connection is back, else after a second; the second failure is thrown.
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
 * A component that is loaded when it is first shown, or earlier by its `preload`. It suspends until
 * then, and throws when it does not arrive. Once preloaded it renders at once, so that React finds all
 * of a prerendered page there when it takes over.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded = await importWithRetry(load)
    return { default: loaded }
  }
  const Lazy = lazy(preload)

  function Screen(props: Props) {
    // Pinned, because another component in the same place would start over.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Screen, { preload })
}

type Closable = { onClose: () => void }

type Frame<Props> = {
  /** Of the dialog while it is on its way; the same as the dialog's own. */
  title: string | ((props: Props) => string)
  size?: PanelSize
}

/**
 * A dialog whose code is loaded when it first opens. Until that has arrived, its frame stands there
 * with a way out. When it does not arrive, the frame says so and offers to try again, and does that
 * by itself once the connection is back. Nothing is thrown: the screen behind stays as it is.
 *
 *     const CommunityDialog = onDemandDialog(
 *       async () => (await import('./CommunityDialog.tsx')).CommunityDialog,
 *       { title: ({ community }) => (community ? 'Edit Community' : 'List your community'), size: 'xl' },
 *     )
 *
 * Render it only while it is to be open. `onClose` is called when it is closed before it has loaded.
 *
 * @param load resolves to the component; a failed attempt is not remembered
 */
export function onDemandDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  { title, size = 'md' }: Frame<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null

  return function OnDemandDialog(props: Props) {
    const [Shown, setShown] = useState(() => loaded)
    const [wasMissing] = useState(Shown === null)
    const [hasFailed, setHasFailed] = useState(false)
    const isGone = useRef(false)

    const attempt = useCallback(async () => {
      setHasFailed(false)
      try {
        loaded = await load()
        if (!isGone.current) setShown(() => loaded)
      } catch {
        if (!isGone.current) setHasFailed(true)
      }
    }, [])

    useEffect(() => {
      isGone.current = false
      if (loaded === null) void attempt()
      return () => {
        isGone.current = true
      }
    }, [attempt])

    if (Shown) {
      return (
        <ReplacesLoadingFrame value={wasMissing}>
          <Shown {...props} />
        </ReplacesLoadingFrame>
      )
    }
    return (
      <LoadingFrame
        title={typeof title === 'string' ? title : title(props)}
        size={size}
        hasFailed={hasFailed}
        onRetry={() => void attempt()}
        onClose={props.onClose}
      />
    )
  }
}

type LoadingFrameProps = Closable & {
  title: string
  size: PanelSize
  hasFailed: boolean
  onRetry: () => void
}

/** The browser's own modal dialog: it needs no code that could be missing as well. */
function LoadingFrame({ title, size, hasFailed, onRetry, onClose }: LoadingFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // Gives the focus back to the opener, where the dialog that takes over looks for it.
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
        // The browser's own style would centre it on a phone, too, and leave a margin.
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
          <p role="alert">This dialog did not load. Check your connection and try again.</p>
        ) : (
          <p role="status" className="flex items-center gap-3 text-ink-soft">
            <Spinner /> Loading...
          </p>
        )}
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-paper/60 px-5 py-3 sm:px-6">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        {hasFailed && <Button onClick={onRetry}>Try again</Button>}
      </footer>
    </dialog>
  )
}
