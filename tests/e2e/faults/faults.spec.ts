import { journeys } from '../journeys/index.ts'
import { expectToSurvive } from './survive.ts'

expectToSurvive(journeys)
