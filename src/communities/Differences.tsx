export { DifferenceList as Differences } from './DifferenceList.tsx'
