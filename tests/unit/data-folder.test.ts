import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { deleteDataFolder, openDataFolder, StartupError } from '../../supabase/local/data-folder.ts'
import { startFunctions } from '../../supabase/local/functions.ts'
import { createErrorResponse } from '../../supabase/local/service-errors.ts'

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

/** Starts a process that runs a module, and waits for its first output. */
async function runModule(code: string): Promise<ChildProcess> {
  const child = start(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code])
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return child
}

const moduleUrl = (name: string) => JSON.stringify(pathToFileURL(`supabase/local/${name}`).href)

describe('the lock of a data folder', () => {
  test('is held exactly as long as its process runs, even if that is killed', async () => {
    const holder = await runModule(
      `const { openDataFolder } = await import(${moduleUrl('data-folder.ts')})
       openDataFolder(${JSON.stringify(folder)})
       console.log('open')
       setInterval(() => {}, 1000)`,
    )
    const message = `The data folder ${folder} is in use by another process (${holder.pid}). Stop that one first.`
    expect(() => openDataFolder(folder)).toThrow(message)
    expect(() => deleteDataFolder(folder)).toThrow(message)
    holder.kill('SIGKILL')
    await new Promise((resolve) => holder.once('exit', resolve))
    openDataFolder(folder).release()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  }, 30_000)

  test.each(['', '\n', '0', '-1', 'nonsense', '1e9'])('is stale if it contains %j', (content) => {
    writeFileSync(join(folder, 'lock'), content)
    expect(() => openDataFolder(folder).release()).not.toThrow()
  })

  test('is stale if another program has the process id now', () => {
    const other = start('sleep', ['60'])
    writeFileSync(join(folder, 'lock'), String(other.pid))
    openDataFolder(folder).release()
    expect(other.exitCode).toBeNull()
  })

  test('is stale if another process of the same program has the process id now', () => {
    const other = start(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    writeFileSync(join(folder, 'lock'), String(other.pid))
    writeFileSync(join(folder, 'lock-holder'), 'node an-earlier-boot 4711')
    expect(() => openDataFolder(folder).release()).not.toThrow()
    expect(other.exitCode).toBeNull()
  })
})

describe('an unusable data folder is reported with the cause', () => {
  const unusableError = (name: string) =>
    expect.objectContaining({
      constructor: StartupError,
      message: expect.stringMatching(
        new RegExp(`^The data folder ${folder} cannot be used: .*${folder}/${name}'\\.$`),
      ),
    })
  const startupErrorOf = (error: unknown) => String(openDataFolder(folder).toStartupError(error))

  test('on a full disk', () => {
    const error = new Error('ENOSPC: no space left on device, write')
    expect(startupErrorOf(error)).toContain(`The disk is full: free some space for the data folder`)
    expect(startupErrorOf(error)).toContain('npm run db:reset')
  })

  test('with a damaged database', () => {
    mkdirSync(join(folder, 'database'))
    writeFileSync(join(folder, 'database', 'PG_VERSION'), '17')
    expect(startupErrorOf(new Error('Aborted()'))).toContain(
      `The database in the data folder ${folder} is damaged. To start over with the demo data: npm run db:reset`,
    )
  })

  test('with an incomplete database', () => {
    mkdirSync(join(folder, 'database', 'base'), { recursive: true })
    expect(() => openDataFolder(folder)).toThrow(/is damaged\. .*npm run db:reset/)
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  test('if it is a file', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => openDataFolder(file)).toThrow(`The data folder ${file} cannot be used`)
  })

  test.each(['lock', 'lock-holder', 'secrets.json'])('if the file %s is a folder', (name) => {
    mkdirSync(join(folder, name))
    expect(() => openDataFolder(folder)).toThrow(unusableError(name))
  })

  test.each(['database', 'storage'])('if the folder %s is a file', (name) => {
    writeFileSync(join(folder, name), '')
    expect(() => openDataFolder(folder)).toThrow(unusableError(name))
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  test.each(['lock', 'lock-holder'])('when deleting it, if the file %s is a folder', (name) => {
    mkdirSync(join(folder, name))
    expect(() => deleteDataFolder(folder)).toThrow(unusableError(name))
  })
})

test('an unrelated error is not converted to a startup error', () => {
  const error = new TypeError('x is not a function')
  expect(openDataFolder(folder).toStartupError(error)).toBe(error)
})

test('deleting the data keeps other files in the folder', () => {
  openDataFolder(folder).release()
  writeFileSync(join(folder, 'thesis.txt'), 'mine')
  deleteDataFolder(folder)
  expect(readdirSync(folder)).toEqual(['thesis.txt'])
})

test('a service that fails on a full disk reports it', async () => {
  const error = new Error('ENOSPC: no space left on device, write')
  const response = createErrorResponse(error, '/storage/v1/object/community-images/a', 500)
  expect(response?.status).toBe(507)
  expect(await response?.text()).toContain('The disk of the embedded backend is full.')
})

test('the functions end with the process that started them, even if that is killed', async () => {
  const server = await runModule(
    `const { startFunctions } = await import(${moduleUrl('functions.ts')})
     const keys = JSON.stringify({ default: 'key' })
     const functions = startFunctions({
       SUPABASE_URL: 'http://localhost:9',
       SUPABASE_PUBLISHABLE_KEYS: keys,
       SUPABASE_SECRET_KEYS: keys,
     })
     for (const name of ['admin/users', 'delete-user']) {
       await functions.handle(new Request('http://localhost/functions/v1/' + name))
     }
     console.log('running')`,
  )
  const running = () =>
    execFileSync('ps', ['-A', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  const [first, second] = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent, , program]) => parent === String(server.pid) && program?.endsWith('deno'))
    .map(([, pid = '']) => pid)
  expect([first, second]).toEqual([expect.any(String), expect.any(String)])
  server.kill('SIGKILL')
  await vi.waitFor(
    () => {
      const left = running()
        .map((line) => line.trim().split(/\s+/))
        // A zombie stays in the list until its new parent waits for it.
        .filter(([pid, state]) => (pid === first || pid === second) && !state?.startsWith('Z'))
      expect(left).toEqual([])
    },
    { timeout: 10_000 },
  )
}, 60_000)

test('the functions respond even if many start at the same time', async () => {
  const keys = JSON.stringify({ default: 'key' })
  const environment = {
    SUPABASE_URL: 'http://localhost:9',
    SUPABASE_PUBLISHABLE_KEYS: keys,
    SUPABASE_SECRET_KEYS: keys,
  }
  const started = Array.from({ length: 8 }, () => startFunctions(environment))
  onTestFinished(() => started.forEach((functions) => functions.stop()))
  const responses = await Promise.all(
    started.map((functions) =>
      functions.handle(
        new Request('http://localhost/functions/v1/delete-user', { method: 'OPTIONS' }),
      ),
    ),
  )
  expect(responses.map((response) => response?.ok)).toEqual(started.map(() => true))
}, 60_000)
