import { AsyncLocalStorage } from 'node:async_hooks'

type Report = (line: string) => void

const reports = new AsyncLocalStorage<Report>()
let isPatched = false

/**
 * Runs `work`, turning what the embedded backend prints meanwhile into single lines for `report`. It
 * dumps every refused statement with its stack, and a refused statement is our everyday business.
 */
export function withQuietConsole<T>(report: Report, work: () => T): T {
  patchConsole()
  return reports.run(report, work)
}

function patchConsole() {
  if (isPatched) return
  isPatched = true
  for (const method of ['error', 'warn', 'log'] as const) {
    const print = console[method].bind(console)
    console[method] = (...values: unknown[]) => {
      const report = reports.getStore()
      if (report) report(values.map(firstLine).join(' '))
      else print(...values)
    }
  }
}

function firstLine(value: unknown): string {
  const text = value instanceof Error ? value.message : String(value)
  return text.split('\n')[0] ?? text
}
