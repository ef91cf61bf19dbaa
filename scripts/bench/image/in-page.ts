/* Runs in the browser: compares our image pipeline with the library's default on a 12-megapixel photo. */
import imageCompression from 'browser-image-compression'
import { prepareImage } from '../../../src/communities/images/prepare-image.ts'
import { median } from '../median.ts'

interface Result {
  name: string
  /** Median. */
  milliseconds: number
  /** The longest time that the page was blocked, in milliseconds. */
  longestBlock: number
  kilobytes: number
}

/** Runs both pipelines in turn, so that other load slows both. The first round is a warm-up. */
export async function compare(
  rounds: number,
): Promise<{ photoKilobytes: number; results: Result[] }> {
  const photo = await drawPhoto()
  const runs = [
    createRun('our pipeline', async () => (await prepareImage(photo)).jpeg),
    createRun('library default', () => imageCompression(photo, { useWebWorker: false })),
  ]
  for (let round = 0; round <= rounds; round += 1) {
    for (const run of runs) {
      // Two runs, because measuring blocks slows down the page.
      // oxlint-disable no-await-in-loop -- parallel runs would slow each other down
      const start = performance.now()
      run.bytes = (await run.compress()).size
      const time = performance.now() - start
      const block = await measureLongestBlock(run.compress)
      // oxlint-enable no-await-in-loop
      if (round === 0) continue
      run.times.push(time)
      run.blocks.push(block)
    }
  }
  return {
    photoKilobytes: Math.round(photo.size / 1024),
    results: runs.map(({ name, times, blocks, bytes }) => ({
      name,
      milliseconds: Math.round(median(times)),
      longestBlock: Math.round(Math.max(...blocks)),
      kilobytes: Math.round(bytes / 1024),
    })),
  }
}

function createRun(name: string, compress: () => Promise<Blob>) {
  const times: number[] = []
  const blocks: number[] = []
  return { name, compress, times, blocks, bytes: 0 }
}

async function drawPhoto(): Promise<File> {
  const canvas = new OffscreenCanvas(4000, 3000)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No drawing context')
  for (let count = 0; count < 6000; count += 1) {
    context.fillStyle = `hsl(${(count * 47) % 360} 60% ${20 + (count % 60)}%)`
    context.fillRect((count * 7919) % 4000, (count * 104_729) % 3000, 180, 120)
  }
  const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
  return new File([photo], 'photo.jpg', { type: 'image/jpeg' })
}

/** Returns the longest time in milliseconds that `work` blocks the page. */
async function measureLongestBlock(work: () => Promise<Blob>): Promise<number> {
  // The page sends itself messages: the longest gap between two is the longest block.
  const { port1, port2 } = new MessageChannel()
  let longest = 0
  let last = performance.now()
  port1.addEventListener('message', () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    port2.postMessage(null)
  })
  port1.start()
  port2.postMessage(null)
  await work()
  port1.close()
  return longest
}
