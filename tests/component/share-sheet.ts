import { onTestFinished, vi } from 'vitest'

/** Gives the browser a share sheet, which opens without an error unless the test says otherwise. */
export function stubShareSheet() {
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  return share
}
