import { expectToSurvive } from '../faults/survive.ts'
import { visitorJourneys } from '../../../tooling/journeys/visitor.ts'

expectToSurvive(visitorJourneys)
