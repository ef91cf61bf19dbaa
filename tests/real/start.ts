import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCluster, templateName } from './cluster.ts'
import { addressOf, openSql } from './database.ts'
import { type RealSupabase, startServices } from './services.ts'

interface Options {
  /** Address under which the caller serves `listener`; undefined starts a server on a free port. */
  url?: string | undefined
  dataFolder?: string | undefined
}

/**
 * In place of the embedded backend's own `startLocalSupabase`: PostgREST and a gateway as hosted projects
 * have them, on a copy of the pushed database.
 */
export async function startLocalSupabase(options: Options = {}): Promise<RealSupabase> {
  if (options.dataFolder) throw new Error('The real services keep no data folder')
  const cluster = readCluster()
  const database = `copy_${randomBytes(6).toString('hex')}`
  const admin = openSql(addressOf(cluster.server, {}))
  await admin.exec(`create database ${database} template ${templateName} owner project_owner`)
  const storage = mkdtempSync(join(tmpdir(), 'real-storage-'))
  cpSync(cluster.storage, storage, { recursive: true })
  const running = await startServices({ ...cluster, storage }, database, options.url)
  return {
    ...running,
    async stop() {
      await running.stop()
      await admin.exec(`drop database ${database} with (force)`)
      await admin.close()
      rmSync(storage, { recursive: true, force: true })
    },
  }
}
