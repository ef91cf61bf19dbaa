import { type ComponentType, lazy, Suspense, useState } from 'react'
import { withErrorBoundary } from 'react-error-boundary'
import { reloadOnce, reloadPage, showLoadError, waitUntilOnline } from '../lib/reload.ts'
import { SmallButton } from './Button.tsx'
import { DialogFrame, LoadingFrame, type PanelSize } from './dialog-frame.tsx'

/*
 * Components whose code loads when they are first shown: a screen, a part of one, or a dialog. They differ in what is
 * shown while the code loads, and if that fails.
 */

/**
 * Returns a screen. Like React.lazy it suspends while loading, and throws if that fails, after trying to reload the page;
 * but once loaded, it renders at once. `onError` may return what is shown instead.
 *
 * `load` loads it earlier, and throws if that fails. `preload` does not throw: showing the screen tries again.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onError: () => Promise<ComponentType<Props> | void> = reloadOnce,
) {
  let loaded: ComponentType<Props> | null = null
  const get = async () => (loaded ??= await load())
  /** Offline, waits for the connection. Browsers that remember the failure then reload the page. */
  const getWhenOnline = async () => {
    try {
      return await get()
    } catch (error) {
      if (navigator.onLine) throw error
      await waitUntilOnline()
    }
    return get().catch(async (error: unknown) => {
      await reloadOnce()
      throw error
    })
  }
  const Lazy = lazy(async () => {
    try {
      return { default: await getWhenOnline() }
    } catch (error) {
      const replacement = await onError()
      if (replacement) return { default: replacement }
      throw error
    }
  })

  function Screen(props: Props) {
    // State, because switching from Lazy to the loaded component would remount it.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Screen, {
    load: get,
    preload: async () => void (await get().catch(() => undefined)),
    isLoaded: () => loaded !== null,
  })
}

/** Returns a part of a screen. If it does not load, an error is in its place, and the rest stays. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyScreen(load, async () => undefined)
  return Object.assign(withErrorBoundary(Part, { fallback: <PartNotLoaded /> }), {
    preload: Part.preload,
  })
}

/** Like `lazyPart`, without a place for an error: the notice at the bottom of the page reports it. */
export function lazyHelper<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return withErrorBoundary(
    lazyScreen(load, async () => showLoadError()),
    { fallback: null },
  )
}

type Frame<Props> = {
  /** Shown while the dialog loads, and by the loaded dialog unless it has a title of its own. */
  title: string | ((props: Props) => string)
  size?: PanelSize
  cancelLabel?: string
}

/**
 * Returns a dialog, which is rendered only while it is open. While it loads, an empty frame can be closed. If it does not
 * load, the frame offers to reload the page, and the screen behind stays.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  { title, size = 'md', cancelLabel }: Frame<Props>,
) {
  const frameOf = (props: Props) => ({
    title: typeof title === 'string' ? title : title(props),
    size,
    cancelLabel,
    onClose: props.onClose,
  })
  const NotLoaded = (props: Props) => <LoadingFrame {...frameOf(props)} hasFailed />
  const Loaded = lazyScreen(load, async () => NotLoaded)

  function LazyDialog(props: Props) {
    const [hadToLoad] = useState(() => !Loaded.isLoaded())
    const frame = frameOf(props)
    return (
      <Suspense fallback={<LoadingFrame {...frame} />}>
        <DialogFrame value={{ title: frame.title, size, isReplaced: hadToLoad }}>
          <Loaded {...props} />
        </DialogFrame>
      </Suspense>
    )
  }
  return Object.assign(LazyDialog, { preload: () => void Loaded.preload() })
}

/** Not a `Notice`, because every page loads this. */
function PartNotLoaded() {
  return (
    <div
      role="alert"
      className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-danger-soft px-4 py-3 text-sm text-danger-ink"
    >
      <p>This part of the page didn't load. Check your connection, then reload the page.</p>
      <SmallButton onClick={reloadPage}>Reload the page</SmallButton>
    </div>
  )
}
