import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { App } from '@supabase/lite'
import type { Database } from './database.ts'

const supabaseFolder = join(import.meta.dirname, '..')
const imagesFolder = join(supabaseFolder, 'images')
const seedFile = join(supabaseFolder, 'seed.sql')

/** Fills a database that nobody uses yet with the demo data of `seed.sql` and its images. */
export async function seedIfEmpty(app: App, connection: Database, secretKey: string) {
  const { rows } = await connection.driver.query('select from auth.users limit 1')
  if (rows.length > 0 || !existsSync(seedFile)) return
  await connection.driver.transaction(async (transaction) => {
    await transaction.exec(readFileSync(seedFile, 'utf8'))
  })
  // After the people, because an image needs somebody whose folder it is in.
  for (const path of listImages()) {
    const answer = await app.fetch(
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
    if (!answer.ok) throw new Error(`Demo image ${path}: ${await answer.text()}`)
  }
}

function listImages(): string[] {
  if (!existsSync(imagesFolder)) return []
  return readdirSync(imagesFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jpg'))
    .map((entry) => relative(imagesFolder, join(entry.parentPath, entry.name)))
}
