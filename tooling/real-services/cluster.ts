import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../../supabase/local/database.ts'
import { startServer } from '../postgres/postgres.ts'
import { supabase } from '../postgres/supabase-cli.ts'
import { migrateAuth, schemaForAuth } from './auth.ts'
import { type Cluster, pushedName, templateName } from './copy.ts'
import { databaseUrl, openSql } from './database.ts'
import { schemasForEmbedded } from './embedded.ts'
import { findInstalledServices } from './environment.ts'
import { hostedDatabase, hostedRoles } from './hosted-project.ts'
import { restVersion } from './rest.ts'
import { startServices } from './services.ts'
import { migrateStorage, schemaForStorage, storageVersion } from './storage.ts'

/**
 * Starts a PostgreSQL server with a database that is set up like a hosted project and to which the Supabase CLI has
 * pushed the migrations, and with a copy that has the demo data.
 *
 * @returns `services` describes what is running, one line each
 */
export async function startCluster(): Promise<{
  cluster: Cluster
  services: string[]
  stop: () => Promise<void>
}> {
  const installedServices = findInstalledServices()
  const server = await startServer(['max_connections=400', 'jit=off'])
  const cluster = { server: server.url, storage: mkdtempSync(join(tmpdir(), 'real-template-')) }
  const stop = async () => {
    await server.stop()
    rmSync(cluster.storage, { recursive: true, force: true })
  }
  try {
    await createTemplate(cluster)
    const services = [
      `Database: ${server.name}, migrated by the Supabase CLI`,
      `REST: ${restVersion()}`,
      installedServices
        ? `Auth and storage: Supabase Auth and ${storageVersion()}`
        : 'Auth and storage: the embedded services. For the real ones, set SUPABASE_AUTH and SUPABASE_STORAGE.',
      'Edge functions: Deno',
    ]
    return { cluster, services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates the schemas of the auth and storage services, which exist before the first migration is pushed. */
async function createServiceSchemas({ server }: Cluster, project: Sql): Promise<void> {
  if (!findInstalledServices()) {
    await project.exec(schemasForEmbedded)
    return
  }
  await project.exec(schemaForAuth(pushedName))
  migrateAuth(databaseUrl(server, { database: pushedName, role: 'supabase_auth_admin' }))
  await project.exec(schemaForStorage(pushedName))
  migrateStorage(databaseUrl(server, { database: pushedName, role: 'supabase_storage_admin' }))
}

/** Creates the roles of a hosted project and a database with all migrations and no rows. */
export async function createPushedDatabase(cluster: Cluster): Promise<void> {
  const admin = openSql(databaseUrl(cluster.server, {}))
  await admin.exec(hostedRoles)
  await admin.exec(`create database ${pushedName} owner project_owner`)
  await admin.close()
  const project = openSql(databaseUrl(cluster.server, { database: pushedName }))
  await createServiceSchemas(cluster, project)
  await project.exec(hostedDatabase)
  await project.close()
  await supabase(
    ['db', 'push'],
    databaseUrl(cluster.server, { database: pushedName, role: 'project_owner' }),
  )
}

async function createTemplate(cluster: Cluster): Promise<void> {
  await createPushedDatabase(cluster)
  const admin = openSql(databaseUrl(cluster.server, {}))
  await admin.exec(`create database ${templateName} template ${pushedName} owner project_owner`)
  const services = await startServices(cluster, templateName)
  // Each copy sets its own URL.
  await services.connection.driver.exec('update private.settings set project_url = null')
  await services.stop()
  await admin.close()
}
