import { deskJourneys } from './desk.ts'
import { ownerJourneys } from './owner.ts'
import { sessionJourneys } from './session.ts'
import { userJourneys } from './users.ts'

/**
 * Everything a person does in one go that makes the page ask the backend for something; those that make the
 * most calls first, so that none of them runs alone in the end.
 */
export const journeys = [...deskJourneys, ...ownerJourneys, ...sessionJourneys, ...userJourneys]
