import { join } from 'node:path'
import { type Vitest, createVitest } from 'vitest/node'
import { readText } from '../../src/lib/read-property.ts'
import type { Backend } from '../support/start-backend.ts'

/** The project of a test file, as in vitest.config.ts. */
export function projectOf(test: string): string {
  const [, layer = '', folder] = test.split('/')
  if (layer !== 'component') return test.includes('.slow.') ? 'slow' : layer
  if (test.includes('.slow.')) return 'component-slow'
  if (folder === 'admin') return 'component-admin'
  return folder === 'directory' ? 'component-live' : layer
}

let vitest: Vitest | undefined

/** Runs a test file until its first failure. */
export async function runTestFile(
  test: string,
  backend: Backend | undefined,
  changedFile?: string,
) {
  vitest ??= await createVitest('test', {
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
  })
  const project = vitest.getProjectByName(projectOf(test))
  if (backend) {
    project.provide('supabaseUrl', backend.supabaseUrl)
    project.provide('publishableKey', backend.publishableKey)
    project.provide('secretKey', backend.secretKey)
    project.provide('jwtSecret', backend.jwtSecret)
    project.provide('emailsUrl', backend.emailsUrl)
  }
  const specification = project.createSpecification(join(process.cwd(), test))
  const changed = changedFile && join(process.cwd(), changedFile)
  if (changed) vitest.invalidateFile(changed)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  if (changed) vitest.invalidateFile(changed)
  const tests = testModules.flatMap((module) => [...module.children.allTests()])
  const failed = tests.find((one) => one.result().state === 'failed')
  const errors = [
    ...(failed?.result().errors ?? []),
    ...testModules.flatMap((module) => [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ]),
    ...unhandledErrors,
  ]
  // Otherwise the next run would stop at once.
  vitest.state.clearFiles(project, [specification.moduleId])
  const [error] = errors
  return {
    passed: tests.filter((one) => one.result().state === 'passed').length,
    isAssertion: failed !== undefined && readText(error, 'name') === 'AssertionError',
    /** The first failure in one line; null if all tests passed. */
    failure:
      errors.length > 0
        ? `${failed?.fullName ?? test}: ${readText(error, 'message').split('\n')[0]}`
        : null,
  }
}
