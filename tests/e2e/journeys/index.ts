import { deskJourneys } from './desk.ts'
import { ownerJourneys } from './owner.ts'
import { sessionJourneys } from './session.ts'
import { userJourneys } from './users.ts'

/** Everything a person does in one go that makes the page ask the backend for something. */
export const journeys = [...sessionJourneys, ...ownerJourneys, ...deskJourneys, ...userJourneys]
