import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { addressOf, openSql } from './database.ts'
import { clusterVariable } from './environment.ts'

/** The database that the migrations were pushed to, and nothing has touched since. */
export const pushedName = 'pushed'

/** A copy of it with the demo data; every run and every worker begins with a copy of this. */
export const templateName = 'seeded'

const clusterSchema = z.object({
  /** Address of the PostgreSQL server, as its superuser. */
  server: z.string(),
  /** The stored images that belong to the template. */
  storage: z.string(),
})

export type Cluster = z.infer<typeof clusterSchema>

/** @throws outside a run of `npm run test:real` */
export function readCluster(): Cluster {
  return clusterSchema.parse(JSON.parse(process.env[clusterVariable] ?? 'null'))
}

/** Makes a copy of the database with the demo data. */
export async function copyDatabase(): Promise<{ name: string; drop: () => Promise<void> }> {
  const name = `copy_${randomBytes(6).toString('hex')}`
  const server = openSql(addressOf(readCluster().server, {}))
  await server.exec(`create database ${name} template ${templateName} owner project_owner`)
  return {
    name,
    async drop() {
      await server.exec(`drop database ${name} with (force)`)
      await server.close()
    },
  }
}
