/* Runs in the browser: what choosing a 12-megapixel photo costs, by our pipeline and by the library. */
import imageCompression from 'browser-image-compression'
import { prepareImage } from '../../../src/communities/images/prepare-image.ts'
import { median } from '../median.ts'

export interface Contender {
  name: string
  /** Median of the rounds. */
  milliseconds: number
  /** The longest time in which the page could do nothing else, in the worst round; milliseconds. */
  longestBlock: number
  kilobytes: number
}

/** Measures both in turns, so that both meet the same weather. The first round warms up. */
export async function compare(
  rounds: number,
): Promise<{ photoKilobytes: number; contenders: Contender[] }> {
  const photo = await drawPhoto()
  const works: [name: string, work: () => Promise<Blob>][] = [
    ['our pipeline', async () => (await prepareImage(photo)).image],
    ['library default', () => imageCompression(photo, { useWebWorker: false })],
  ]
  const runs = works.map(([name, work]) => ({ name, work, took: [0], blocked: [0], bytes: 0 }))
  for (let round = 0; round <= rounds; round += 1) {
    for (const run of runs) {
      // One at a time is the point; and watching the page would slow down what works on it.
      // oxlint-disable no-await-in-loop
      const start = performance.now()
      run.bytes = (await run.work()).size
      const took = performance.now() - start
      const blocked = await longestBlock(run.work)
      // oxlint-enable no-await-in-loop
      if (round === 0) continue
      run.took.push(took)
      run.blocked.push(blocked)
    }
  }
  return {
    photoKilobytes: Math.round(photo.size / 1024),
    contenders: runs.map(({ name, took, blocked, bytes }) => ({
      name,
      milliseconds: Math.round(median(took.slice(1))),
      longestBlock: Math.round(Math.max(...blocked)),
      kilobytes: Math.round(bytes / 1024),
    })),
  }
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

/** The longest time in which the page could do nothing but `work`; milliseconds. */
async function longestBlock(work: () => Promise<Blob>): Promise<number> {
  // A message to oneself, over and over: the longest gap is how long the page was blocked.
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
