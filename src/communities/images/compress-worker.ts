import { encodeByRule } from './compression-rule.ts'

/** Runs in a worker: decodes, draws on white, and encodes a JPEG by the rule. */
export type WorkerAnswer =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; image: Blob }
  | { kind: 'failed'; step: 'load' | 'process' }

const answer = (message: WorkerAnswer) => self.postMessage(message, { transfer: [] })

self.addEventListener('message', (event: MessageEvent<File>) => {
  void work(event.data)
})

async function work(file: File) {
  let bitmap: ImageBitmap
  try {
    // Turned the way the camera was held: the note that says so is lost in encoding.
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    answer({ kind: 'failed', step: 'load' })
    return
  }
  try {
    const image = await encodeByRule(
      bitmap,
      async ({ width, height }, quality) => {
        const canvas = new OffscreenCanvas(width, height)
        const context = canvas.getContext('2d', { alpha: false })
        if (!context) throw new Error('No drawing context')
        context.fillStyle = 'white'
        context.fillRect(0, 0, width, height)
        context.imageSmoothingQuality = 'high'
        context.drawImage(bitmap, 0, 0, width, height)
        return canvas.convertToBlob({ type: 'image/jpeg', quality })
      },
      (share) => answer({ kind: 'progress', share }),
    )
    answer({ kind: 'done', image })
  } catch {
    answer({ kind: 'failed', step: 'process' })
  } finally {
    bitmap.close()
  }
}
