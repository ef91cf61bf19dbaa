import imageCompression from 'browser-image-compression'
import { compress } from './compression-rule.ts'
import { ImageProblem } from './image-problem.ts'

/**
 * For browsers without OffscreenCanvas, with the library's helpers. Its main function is not used:
 * it knows one side length only, and fetches its worker from a public server.
 */
export async function compressOnPage(
  file: File,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const decoded = await imageCompression.drawFileInCanvas(file).catch(() => {
    throw new ImageProblem('Could not load image', 'The file seems to be damaged. Try another.')
  })
  const source = decoded[1]
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
        return imageCompression.canvasToFile(canvas, 'image/jpeg', file.name, Date.now(), quality)
      },
      onProgress,
    )
  } catch {
    throw new ImageProblem('Could not process image', 'Try another image.')
  }
}
