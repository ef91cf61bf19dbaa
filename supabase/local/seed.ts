import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { App } from '@supabase/lite'
import type { Database } from './database.ts'

const supabaseFolder = join(import.meta.dirname, '..')
const imagesFolder = join(supabaseFolder, 'images')

/** Fills a database without users with `seed.sql`, and uploads the demo images. */
export async function seedIfEmpty(
  api: Pick<App, 'fetch'>,
  connection: Database,
  secretKey: string,
) {
  const { rows } = await connection.driver.query('select from auth.users limit 1')
  if (rows.length > 0) return
  await connection.driver.transaction(async (transaction) => {
    await transaction.exec(readFileSync(join(supabaseFolder, 'seed.sql'), 'utf8'))
  })
  // After the SQL, because each image folder must belong to a profile.
  for (const path of listImages()) {
    const response = await api.fetch(
      new Request(`http://localhost/storage/v1/object/community-images/${path}`, {
        method: 'POST',
        headers: {
          apikey: secretKey,
          authorization: `Bearer ${secretKey}`,
          'content-type': 'image/jpeg',
        },
        body: readFileSync(join(imagesFolder, path)),
      }),
    )
    if (!response.ok) throw new Error(`Demo image ${path}: ${await response.text()}`)
  }
}

const listImages = () =>
  readdirSync(imagesFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jpg'))
    .map((entry) => relative(imagesFolder, join(entry.parentPath, entry.name)))
