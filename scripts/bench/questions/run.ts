/*
 * Measures how well the search of the directory answers what travelers type:
 *   npm run bench -- questions
 * `--against ../other` also measures the search of another checkout. Fails if too few questions are answered.
 */
import { parseArgs } from 'node:util'
import { check, finish, printTable } from '../../report.ts'
import { communities, openDirectory, readSections } from './directory.ts'
import { questions } from './questions.ts'

/** The lowest share of answered questions, in percent. */
const lowestShare = 95

type Question = (typeof asked)[number]
type Answer = Awaited<ReturnType<typeof askAll>>[number]

const { against } = parseArgs({ options: { against: { type: 'string' } } }).values

const asked = readSections(questions).flatMap(({ title, lines }) =>
  lines.map((line) => {
    const [typed = '', expected = ''] = line.split(' = ')
    return { kind: title, typed, expected, names: expected.split('; ').flatMap(findCommunities) }
  }),
)

/** Returns the names of the communities that `questions` describes like this. */
function findCommunities(description: string): string[] {
  if (description === 'nothing') return []
  const found = communities.filter((community) => {
    const values = new Map(Object.entries(community))
    return description.split(' + ').every((condition) => {
      const [value = '', field = 'name'] = condition.split(': ').toReversed()
      return [values.get(field)].flat().includes(value)
    })
  })
  if (found.length === 0) throw new Error(`No community matches '${description}'.`)
  return found.map(({ name }) => name)
}

/** Asks the search of a checkout. */
async function askAll(folder: string) {
  const database = await openDirectory(folder)
  const answers = []
  for (const question of asked) {
    // The order of a visitor's search. A version without it shows the newest first.
    const sql = `select name from public.search_directory(search => $1, sort => 'best')`
    const found = (await database.query(sql, [question.typed])).map(({ name }) => String(name))
    answers.push({ ...question, found, ...rate(question, found) })
  }
  await database.stop()
  return answers
}

/** The rank of the first expected community is infinite if it is not on the first page. */
function rate({ kind, names }: Question, found: readonly string[]) {
  const isEmptyAsExpected = names.length === 0 && found.length === 0
  const index = isEmptyAsExpected ? 0 : found.findIndex((name) => names.includes(name))
  const rank = index < 0 ? Infinity : index + 1
  return { rank, isAnswered: rank <= (kind === 'best first' ? 1 : 3) }
}

const mean = (values: readonly number[]) =>
  values.reduce((total, value) => total + value, 0) / values.length

const shareOf = (answers: readonly Answer[]) =>
  100 * mean(answers.map(({ isAnswered }) => Number(isAnswered)))

/** Lists the rates of each kind of question. */
const rateKinds = (answers: readonly Answer[], label: string) =>
  ['all', ...new Set(asked.map(({ kind }) => kind))].map((kind) => {
    const ofKind = answers.filter((answer) => kind === 'all' || answer.kind === kind)
    return {
      kind,
      questions: ofKind.length,
      [`% answered${label}`]: shareOf(ofKind),
      [`mean reciprocal rank${label}`]: mean(ofKind.map(({ rank }) => 1 / rank)),
    }
  })

const listFailures = (answers: readonly Answer[]) =>
  answers
    .filter(({ isAnswered }) => !isAnswered)
    .map(({ typed, expected, rank, found }) => ({
      question: typed,
      expected,
      rank: Number.isFinite(rank) ? rank : 'not found',
      'found first': found.slice(0, 3).join('; '),
    }))

const own = await askAll('.')
const other = against ? await askAll(against) : null

const others = other && rateKinds(other, ', other')
printTable(
  `${asked.length} questions about ${communities.length} communities`,
  rateKinds(own, '').map((row, index) => ({ ...row, ...others?.[index] })),
)
printTable('Not answered', listFailures(own))
printTable('Not answered, other', listFailures(other ?? []))
check(shareOf(own) >= lowestShare, `Fewer than ${lowestShare}% of the questions are answered.`)
finish()
