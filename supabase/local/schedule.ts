/**
 * Does `work` once every so many milliseconds, never twice at a time; a failure is its own business. It
 * does not keep the process alive.
 *
 * @returns ends it
 */
export function schedule(milliseconds: number, work: () => Promise<unknown>): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    work()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false
      })
  }, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}
