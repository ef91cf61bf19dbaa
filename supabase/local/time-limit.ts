import { AsyncLocalStorage } from 'node:async_hooks'
import type { Extension } from '@electric-sql/pglite'
import { auto_explain } from '@electric-sql/pglite/contrib/auto_explain'
import type { PgliteConnection } from '@supabase/lite/pglite'

/** What PGlite hands to its WebAssembly module, and gets from it, as far as it is used here. */
interface WasmImports {
  env: { memory: WebAssembly.Memory; __memory_base: WebAssembly.Global }
  wasi_snapshot_preview1: { clock_time_get: ReadClock }
}
type ReadClock = (clock: number, precision: bigint, address: number) => number
type Flag = 'InterruptPending' | 'QueryCancelPending'
interface WasmOptions {
  instantiateWasm: (imports: WasmImports, done: Instantiated) => unknown
}
type Instantiated = (
  instance: { exports: Record<Flag, WebAssembly.Global> },
  module: unknown,
) => void

/**
 * Cancels a statement that runs too long, as `statement_timeout` does on a hosted project: everybody
 * waits for it, because PGlite runs in the one thread that answers them.
 *
 * No timer fires in that thread meanwhile, and nothing else of JavaScript runs, with one exception: the
 * clock. `auto_explain` measures every step of a plan and so asks for the time at each row that comes
 * out of one. Whoever asks too late finds PostgreSQL's own flags for a cancelled statement set, which it
 * looks at before the next row. It logs nothing, since no statement takes days.
 *
 * One step that brings no rows is not interrupted: a condition that no row of a table meets. The gateway
 * bounds what such a condition costs.
 */
export class TimeLimit {
  #deadline = Infinity
  readonly #limits = new AsyncLocalStorage<number>()

  /** For PGlite, when it is made. */
  readonly extensions: { auto_explain: Extension; time_limit: Extension } = {
    auto_explain,
    time_limit: {
      name: 'time_limit',
      setup: async (_database, options: WasmOptions) => ({
        emscriptenOpts: { ...options, instantiateWasm: this.#watchClock(options.instantiateWasm) },
      }),
    },
  }

  #watchClock(instantiate: WasmOptions['instantiateWasm']): WasmOptions['instantiateWasm'] {
    return (imports, done) => {
      const { memory, __memory_base: base } = imports.env
      const system = imports.wasi_snapshot_preview1
      const readClock = system.clock_time_get
      let raise = (_flag: Flag): void => undefined
      system.clock_time_get = (clock, precision, address) => {
        if (performance.now() > this.#deadline) {
          this.#deadline = Infinity
          raise('QueryCancelPending')
          raise('InterruptPending')
        }
        return readClock(clock, precision, address)
      }
      return instantiate(imports, (instance, module) => {
        raise = (flag) => {
          const address = Number(base.value) + Number(instance.exports[flag].value)
          new DataView(memory.buffer).setInt32(address, 1, true)
        }
        done(instance, module)
      })
    }
  }

  /** Prepares the database, once. */
  async attach({ driver }: PgliteConnection): Promise<void> {
    await driver.exec(`
      load 'auto_explain';
      set auto_explain.log_min_duration = '20d';
      set auto_explain.log_analyze = on;
      set auto_explain.log_nested_statements = on;
    `)
    const execute = driver.execProtocolRawSync.bind(driver)
    driver.execProtocolRawSync = (message) => {
      this.#deadline = performance.now() + (this.#limits.getStore() ?? Infinity)
      try {
        return execute(message)
      } finally {
        this.#deadline = Infinity
      }
    }
  }

  /** Runs `work`, in which each statement has so many milliseconds. */
  run<T>(milliseconds: number, work: () => T): T {
    return this.#limits.run(milliseconds, work)
  }
}
