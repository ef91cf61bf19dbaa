import { visitorJourneys } from '../../../tooling/journeys/visitor.ts'
import { testFaults } from '../faults/test-faults.ts'

testFaults(visitorJourneys)
