import { adminJourneys } from './admin.ts'
import { ownerJourneys } from './owner.ts'
import { sessionJourneys } from './session.ts'

/** The journeys with the most calls come first, so that the last one does not run alone. */
export const journeys = [...adminJourneys, ...ownerJourneys, ...sessionJourneys]
