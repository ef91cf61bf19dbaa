/*
 * Runs after `npm install`: makes the template of a database, so that the first start of the dev
 * server is as quick as the others. Without it everything works, and the first start takes longer.
 */
import { startLocalSupabase } from './start.ts'
import { hasTemplate } from './template.ts'

try {
  if (!hasTemplate()) {
    const { stop } = await startLocalSupabase({ keepTemplate: true })
    await stop()
  }
} catch (error) {
  console.warn('The database is not prepared, so the first start will take longer:', error)
}
process.exit()
