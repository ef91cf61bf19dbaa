/*
 * Starts the real services and runs a command on them:
 *   npx tsx tooling/real-services/run.ts vitest run --project database
 */
import { spawn } from 'node:child_process'
import { startCluster } from './cluster.ts'
import { clusterVariable } from './environment.ts'

const { cluster, services, stop } = await startCluster()
console.info(services.join('\n'))
const child = spawn('npx', process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, [clusterVariable]: JSON.stringify(cluster) },
})
const status = await new Promise<number>((resolve) =>
  child.once('exit', (code) => resolve(code ?? 1)),
)
await stop()
process.exit(status)
