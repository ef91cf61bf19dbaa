import type { Query } from '@tanstack/react-query'

/** Milliseconds between polls for changes by other admins and owners. */
export const pollIntervalMs = 15_000

/** Polls a count that failed to load, because counts have no retry button. */
export const pollAfterFailure = ({ state }: Pick<Query, 'state'>) =>
  state.status === 'error' && pollIntervalMs
