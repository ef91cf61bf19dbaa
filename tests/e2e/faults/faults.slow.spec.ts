import { journeys } from '../../../tooling/journeys/index.ts'
import { expectToSurvive } from './survive.ts'

expectToSurvive(journeys)
