import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteDataFolder, openDataFolder } from '../../supabase/local/data-folder.ts'

let folder: string
let children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  rmSync(folder, { recursive: true, force: true })
})

function start(program: string, args: string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

describe('the lock of a data folder', () => {
  test('is held exactly as long as its process runs, even if that is killed', async () => {
    const module = pathToFileURL('supabase/local/data-folder.ts').href
    const code = `
      const { openDataFolder } = await import(${JSON.stringify(module)})
      openDataFolder(${JSON.stringify(folder)})
      console.log('open')
      setInterval(() => {}, 1000)`
    const args = ['--import', 'tsx', '--input-type=module', '-e', code]
    const holder = start(process.execPath, args)
    await new Promise((resolve) => holder.stdout?.once('data', resolve))
    const message = `The data folder ${folder} is in use by another process (${holder.pid}). Stop that one first.`
    expect(() => openDataFolder(folder)).toThrow(message)
    expect(() => deleteDataFolder(folder)).toThrow(message)
    holder.kill('SIGKILL')
    await new Promise((resolve) => holder.once('exit', resolve))
    openDataFolder(folder).release()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  }, 30_000)

  test('is stale if it is damaged, or if another process has the process id now', () => {
    for (const content of ['', '-1', 'nonsense', '1e9']) {
      writeFileSync(join(folder, 'lock'), content)
      openDataFolder(folder).release()
    }
    const other = start(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    writeFileSync(join(folder, 'lock'), String(other.pid))
    writeFileSync(join(folder, 'lock-holder'), 'node an-earlier-boot 4711')
    expect(() => openDataFolder(folder).release()).not.toThrow()
  })
})

test('a full disk and a damaged database are reported with what to do', () => {
  const startupErrorOf = (error: unknown) => String(openDataFolder(folder).toStartupError(error))
  expect(startupErrorOf(new Error('ENOSPC: no space left on device, write'))).toContain(
    `The disk is full: free some space for the data folder`,
  )
  mkdirSync(join(folder, 'database'))
  writeFileSync(join(folder, 'database', 'PG_VERSION'), '17')
  expect(startupErrorOf(new Error('Aborted()'))).toContain(
    `The database in the data folder ${folder} is damaged. To start over with the demo data: npm run db:reset`,
  )
})

test('deleting the data keeps other files in the folder', () => {
  openDataFolder(folder).release()
  writeFileSync(join(folder, 'thesis.txt'), 'mine')
  deleteDataFolder(folder)
  expect(readdirSync(folder)).toEqual(['thesis.txt'])
})
