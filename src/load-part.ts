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

const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1000))

const connection = () =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
