/* Encodes one image without blocking the page. */
import { encodeImage, type Source } from './encode-image.ts'

export type WorkerMessage =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; image: Blob }
  | { kind: 'failed' }

const post = (message: WorkerMessage) => self.postMessage(message, { transfer: [] })

self.addEventListener('message', (event: MessageEvent<Source>) => {
  encodeImage(
    event.data,
    ({ width, height }) => new OffscreenCanvas(width, height),
    (share) => post({ kind: 'progress', share }),
  ).then(
    (image) => post({ kind: 'done', image }),
    () => post({ kind: 'failed' }),
  )
})
