import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyDatabase, readCluster } from './copy.ts'
import { type RealSupabase, startServices } from './services.ts'

interface Options {
  /** URL at which the caller serves `listener`. By default, starts a server on a free port. */
  url?: string | undefined
  /** Requires users to confirm their email address, as on hosted projects. */
  confirmations?: boolean
  /** Whether visitors may read the directory. Default: false. */
  isDirectoryLive?: boolean
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
  cpSync(cluster.storage, storage, { recursive: true })
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
