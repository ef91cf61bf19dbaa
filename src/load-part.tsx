import { lazy, useState, type ComponentType } from 'react'

/**
 * Loads a part of the app that is in a file of its own. A lost connection is waited for; whatever
 * else fails is tried once more after a second, and then thrown.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    await (navigator.onLine ? aSecond() : connection())
    return load()
  }
}

/**
 * A component that is loaded when it is first shown, or earlier by its `preload`.
 *
 * @param pick which of the module's exports it is
 * @param fallback shown instead if the part does not arrive, where the screen must not fail with it
 */
export function lazyPart<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  fallback?: ComponentType<Props>,
) {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded = pick(await loadPart(load))
    return loaded
  }
  const Lazy = lazy(async () => {
    try {
      return { default: await preload() }
    } catch (problem) {
      if (fallback) return { default: fallback }
      throw problem
    }
  })

  function Part(props: Props) {
    // Pinned, because another component in the same place would start over.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Part, { preload })
}

const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1000))

const connection = () =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
