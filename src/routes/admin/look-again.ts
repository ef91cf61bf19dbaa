import type { Query } from '@tanstack/react-query'

/** Milliseconds after which the page looks again for what other admins and owners did. */
export const lookAgain = 15_000

/** For numbers beside the lists, which have no button to try again with. */
export const againIfItFailed = ({ state }: Pick<Query, 'state'>) =>
  state.status === 'error' && lookAgain
