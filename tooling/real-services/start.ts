import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyDatabase, readCluster } from './copy.ts'
import { type RealSupabase, type ServiceOptions, startServices } from './services.ts'

interface Options extends ServiceOptions {
  /** Contains only the images, because the data is in the copy of the database. */
  dataFolder?: string | undefined
}

/** Replaces the embedded backend's `startLocalSupabase`. Starts the real services on a copy of the pushed database. */
export async function startLocalSupabase(options: Options = {}): Promise<RealSupabase> {
  const cluster = readCluster()
  const copy = await copyDatabase()
  const folder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'real-services-'))
  const storage = join(folder, 'storage')
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  // Not `cpSync`: storage-api keeps the content type of a file in its extended attributes.
  mkdirSync(folder, { recursive: true })
  execFileSync('cp', ['--archive', cluster.storage, storage])
  const running = await startServices({ ...cluster, storage }, copy.name, options)
  return {
    ...running,
    async stop() {
      await running.stop()
      await copy.drop()
      process.removeListener('exit', removeFolder)
      removeFolder()
    },
  }
}
