import { compress, ImageProblem } from './compression-rule.ts'
import type { WorkerAnswer } from './compress-worker.ts'

type OnProgress = (share: number) => void

/**
 * Makes an image small, off the page where the browser can.
 *
 * @throws ImageProblem
 */
export async function compressImage(file: File, onProgress: OnProgress): Promise<Blob> {
  if (typeof Worker === 'function' && typeof OffscreenCanvas === 'function') {
    try {
      return await compressInWorker(file, onProgress)
    } catch (error) {
      if (!(error instanceof WorkerUnavailable)) throw error
    }
  }
  return compressOnPage(file, onProgress)
}

/** The worker itself could not be started; the page can still do the work. */
class WorkerUnavailable extends Error {}

function compressInWorker(file: File, onProgress: OnProgress): Promise<Blob> {
  return new Promise<Blob>((resolve, reject) => {
    const worker = new Worker(new URL('./compress-worker.ts', import.meta.url), { type: 'module' })
    const finish = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    worker.addEventListener('error', () => finish(() => reject(new WorkerUnavailable())))
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.kind === 'progress') onProgress(data.share)
      else if (data.kind === 'done') finish(() => resolve(data.image))
      else finish(() => reject(data.step === 'load' ? damaged() : unprocessable()))
    })
    worker.postMessage(file, [])
  })
}

/**
 * For browsers without OffscreenCanvas, with the helpers of a library. Its main function is not used:
 * it knows one side length only, and fetches its worker from a public server.
 */
async function compressOnPage(file: File, onProgress: OnProgress): Promise<Blob> {
  const { default: library } = await import('browser-image-compression').catch(() => {
    throw new ImageProblem('Could not process image', 'Check your connection and try again.')
  })
  const [, source] = await library.drawFileInCanvas(file).catch(() => {
    throw damaged()
  })
  try {
    return await compress(
      source,
      ({ width, height }, quality) => {
        const canvas = document.createElement('canvas')
        canvas.width = width
        canvas.height = height
        const context = canvas.getContext('2d')
        if (!context) throw new Error('No drawing context')
        context.fillStyle = 'white'
        context.fillRect(0, 0, width, height)
        context.imageSmoothingQuality = 'high'
        context.drawImage(source, 0, 0, width, height)
        return library.canvasToFile(canvas, 'image/jpeg', file.name, Date.now(), quality)
      },
      onProgress,
    )
  } catch {
    throw unprocessable()
  }
}

const damaged = () =>
  new ImageProblem('Could not load image', 'The file seems to be damaged. Try another one.')

const unprocessable = () => new ImageProblem('Could not process image', 'Try another image.')
