import { journeys } from '../../../tooling/journeys/index.ts'
import { testTranslated } from './test-translated.ts'

testTranslated(journeys)
