import { spawn } from 'node:child_process'

interface Program {
  command: string
  args?: string[]
  env: Record<string, string>
  /** The working folder. */
  cwd?: string
  /** Whether the program responds to requests. Polled until it does. */
  isReady: () => Promise<boolean>
}

/**
 * Starts a program and waits until it is ready. It ends with this process at the latest.
 *
 * @throws with its last output if it exits before it is ready
 */
export async function startProgram({ command, args = [], env, cwd, isReady }: Program) {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let lastOutput = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      lastOutput = (lastOutput + chunk.toString()).slice(-2000)
    })
  }
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  let hasExited = false
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve())).then(() => {
    hasExited = true
    process.removeListener('exit', kill)
  })
  child.once('error', (error) => {
    lastOutput = error.message
  })
  while (!(await isReady().catch(() => false))) {
    if (hasExited) throw new Error(`${command} exited: ${lastOutput}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    async stop() {
      child.kill()
      await exited
    },
  }
}
