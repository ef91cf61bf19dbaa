import { journeys } from '../../../tooling/journeys/index.ts'
import { testFaults } from './test-faults.ts'

testFaults(journeys)
