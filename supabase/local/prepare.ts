/*
 * Runs after `npm install`: saves the template database, so that the first start of the dev server is as quick as
 * later ones.
 */
import { startLocalSupabase } from './start.ts'
import { hasTemplate } from './template.ts'

try {
  if (!hasTemplate()) {
    const { stop } = await startLocalSupabase({ keepTemplate: true })
    await stop()
  }
} catch (error) {
  console.warn('The template database was not saved, so the first start will take longer:', error)
}
process.exit()
