import { deleteDataFolder, StartProblem } from './data-folder.ts'

try {
  deleteDataFolder(process.env['LOCAL_SUPABASE_DATA'] ?? '.supabase')
  console.info('The local data is gone. The next `npm run dev` starts with the demo data.')
} catch (error) {
  if (!(error instanceof StartProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
