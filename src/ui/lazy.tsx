import { lazy, useState, type ComponentType } from 'react'
import { withErrorBoundary } from 'react-error-boundary'
import { reloadOnce, reloadPage, showLoadError } from '../lib/reload.ts'
import { SmallButton } from './Button.tsx'

/**
 * Returns a component whose code loads once. `preload` never throws: what shows the component tries again, and reports a
 * failure.
 */
export function loadOnce<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const get = async () => (loaded ??= await load())
  const preload = async () => void (await get().catch(() => undefined))
  return { get, getLoaded: () => loaded, preload }
}

/**
 * Returns a screen whose code loads when it first renders, or earlier with `preload`, or with `load`, which throws if that
 * fails. Like React.lazy it suspends while loading, and throws if that fails, after trying to reload the page; but once
 * loaded it renders at once.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onError: () => Promise<void> = reloadOnce,
) {
  const { get, getLoaded, preload } = loadOnce(load)
  const Lazy = lazy(async () => {
    try {
      return { default: await get() }
    } catch (error) {
      await onError()
      throw error
    }
  })

  function Screen(props: Props) {
    // State, because switching from Lazy to the loaded component would remount it.
    const [Shown] = useState<ComponentType<Props>>(() => getLoaded() ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Screen, { preload, load: get })
}

/** Returns a part of a screen that loads like a screen. If that fails, an error is in its place, and the rest stays. */
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
