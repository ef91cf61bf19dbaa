import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { App } from '@supabase/lite'
import type { PgliteConnection } from '@supabase/lite/pglite'

const supabaseFolder = join(import.meta.dirname, '..')
const picturesFolder = join(supabaseFolder, 'images')
const seedFile = join(supabaseFolder, 'seed.sql')

/** Fills a database that nobody uses yet with the demo data of `seed.sql` and its pictures. */
export async function seedIfEmpty(app: App, connection: PgliteConnection, secretKey: string) {
  const { rows } = await connection.driver.query('select from auth.users limit 1')
  if (rows.length > 0 || !existsSync(seedFile)) return
  for (const path of listPictures()) {
    const answer = await app.fetch(
      new Request(`http://localhost/storage/v1/object/community-images/${path}`, {
        method: 'POST',
        headers: {
          apikey: secretKey,
          authorization: `Bearer ${secretKey}`,
          'content-type': 'image/jpeg',
          'x-upsert': 'true',
        },
        body: readFileSync(join(picturesFolder, path)),
      }),
    )
    if (!answer.ok) throw new Error(`Demo picture ${path}: ${await answer.text()}`)
  }
  await connection.driver.transaction(async (transaction) => {
    await transaction.exec(readFileSync(seedFile, 'utf8'))
  })
}

function listPictures(): string[] {
  if (!existsSync(picturesFolder)) return []
  return readdirSync(picturesFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jpg'))
    .map((entry) => relative(picturesFolder, join(entry.parentPath, entry.name)))
}
