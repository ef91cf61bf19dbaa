import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteDataFolder, openDataFolder } from '../../supabase/local/data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('the lock of a data folder', () => {
  test('is held as long as its process runs, and is stale after a restart of the machine', async () => {
    const holder = spawn('sleep', ['60'])
    const lock = join(folder, 'lock')
    writeFileSync(lock, String(holder.pid))
    const message = `The data folder ${folder} is in use by another process (${holder.pid}).`
    expect(() => openDataFolder(folder)).toThrow(message)
    expect(() => deleteDataFolder(folder)).toThrow(message)
    utimesSync(lock, 0, 0)
    openDataFolder(folder).release()
    expect(readdirSync(folder)).toEqual(['secrets.json'])

    writeFileSync(lock, String(holder.pid))
    holder.kill('SIGKILL')
    await new Promise((resolve) => holder.once('exit', resolve))
    expect(() => openDataFolder(folder).release()).not.toThrow()
  })

  test.each(['', '-1', 'nonsense', '1e9'])('is stale if it contains %j', (content) => {
    writeFileSync(join(folder, 'lock'), content)
    expect(() => openDataFolder(folder).release()).not.toThrow()
  })
})

test('deleting the data keeps other files in the folder', () => {
  openDataFolder(folder).release()
  writeFileSync(join(folder, 'thesis.txt'), 'mine')
  deleteDataFolder(folder)
  expect(readdirSync(folder)).toEqual(['thesis.txt'])
})
