import { expectToSurvive } from '../faults/survive.ts'
import { visitorJourneys } from '../journeys/visitor.ts'

expectToSurvive(visitorJourneys)
