import { deleteDataFolder, StartupError } from './data-folder.ts'

try {
  deleteDataFolder(process.env['LOCAL_SUPABASE_DATA'] ?? '.supabase')
  console.info('Deleted the local data. The next `npm run dev` starts with the demo data.')
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
