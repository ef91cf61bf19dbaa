import { builtinEnvironments, type Environment } from 'vitest/runtime'

declare global {
  /** The backends that `startSharedBackend` has started in this process. */
  var sharedBackends: { stop(): Promise<void> }[]
}

/** Node, which stops the shared backends after the last test file. */
const environment: Environment = {
  ...builtinEnvironments.node,
  name: 'node-with-shared-backends',
  setup() {
    globalThis.sharedBackends = []
    return {
      async teardown() {
        await Promise.all(globalThis.sharedBackends.map((backend) => backend.stop()))
      },
    }
  },
}

export default environment
