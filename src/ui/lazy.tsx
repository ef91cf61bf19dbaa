import { lazy, useState, type ComponentType } from 'react'
import { withErrorBoundary } from 'react-error-boundary'
import { reloadOnce, showLoadError } from '../lib/reload.ts'

/**
 * Returns a screen whose code loads when it first renders, or earlier with `preload`. Like React.lazy it suspends while
 * loading, and throws if that fails, after trying to reload the page; but once preloaded it renders synchronously,
 * which hydrating a prerendered page requires.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onError: () => Promise<void> = reloadOnce,
) {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Lazy = lazy(() =>
    preload().catch(async (error: unknown) => {
      await onError()
      throw error
    }),
  )

  function Screen(props: Props) {
    // State, because switching from Lazy to the loaded component would remount it.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Screen, { preload })
}

/** Returns a part of a screen that loads like a screen. If it fails, only the part is missing, and a notice says so. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyScreen(load, async () => undefined)
  const { preload } = Part
  const Caught = withErrorBoundary(Part, { fallback: null, onError: showLoadError })
  return Object.assign(Caught, { preload })
}
