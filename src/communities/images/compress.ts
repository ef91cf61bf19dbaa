import type { WorkerAnswer } from './worker.ts'
import { ImageProblem } from './image-problem.ts'

export function canUseWorker(): boolean {
  return typeof Worker === 'function' && typeof OffscreenCanvas === 'function'
}

/** Thrown when the worker itself could not be started; the page can still do the work. */
export class WorkerUnavailable extends Error {}

export function compressInWorker(file: File, onProgress: (share: number) => void): Promise<Blob> {
  return new Promise<Blob>((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      type: 'module',
    })
    const finish = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    worker.addEventListener('error', () => finish(() => reject(new WorkerUnavailable())))
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.kind === 'progress') onProgress(data.share)
      else if (data.kind === 'done') finish(() => resolve(data.image))
      else finish(() => reject(problemAt(data.step)))
    })
    worker.postMessage(file, [])
  })
}

function problemAt(step: 'load' | 'process'): ImageProblem {
  return step === 'load'
    ? new ImageProblem('Could not load image', 'The file seems to be damaged. Try another one.')
    : new ImageProblem('Could not process image', 'Try another image.')
}
