import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { databaseUrl, openSql } from './database.ts'
import { clusterVariable } from './environment.ts'

/** The database to which the migrations were pushed. Nothing else changes it. */
export const pushedName = 'pushed'

/** A copy of it with the demo data. Every test project and worker starts with a copy of this one. */
export const templateName = 'seeded'

const clusterSchema = z.object({
  /** URL of the PostgreSQL server, for its superuser. */
  server: z.string(),
  /** Folder of the demo images. */
  storage: z.string(),
})

export type Cluster = z.infer<typeof clusterSchema>

/** @throws outside a run of `npm run test:real` */
export function readCluster(): Cluster {
  return clusterSchema.parse(JSON.parse(process.env[clusterVariable] ?? 'null'))
}

/** Copies the database with the demo data. */
export async function copyDatabase(): Promise<{ name: string; drop: () => Promise<void> }> {
  const name = `copy_${randomBytes(6).toString('hex')}`
  const server = openSql(databaseUrl(readCluster().server, {}))
  await server.exec(`create database ${name} template ${templateName} owner project_owner`)
  return {
    name,
    async drop() {
      await server.exec(`drop database ${name} with (force)`)
      await server.close()
    },
  }
}
