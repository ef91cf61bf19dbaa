import { waitFor } from '@testing-library/react'
import { expect, onTestFinished } from 'vitest'
import { sendEarlyRequests } from '../../src/app/static/early-requests.ts'
import { interceptRequests } from './requests.ts'
import { visit } from './whole-app.tsx'

/**
 * Opens a URL like a browser: sends its early requests first.
 *
 * @param options with `failsEarly`, these get no response
 * @returns the URLs of the early requests, and those that the app has sent until the content is shown
 */
export async function openWithEarlyRows(
  url: string,
  findContent: () => Promise<unknown>,
  { failsEarly = false } = {},
) {
  window.history.replaceState(null, '', url)
  const early: string[] = []
  const later: string[] = []
  let isEarly = true
  interceptRequests(/\/rest\/v1\//, (forward, requested) => {
    const urls = isEarly ? early : later
    urls.push(requested)
    return isEarly && failsEarly ? Promise.reject(new TypeError('Failed to fetch')) : forward()
  })
  onTestFinished(() => {
    globalThis.earlyResponses = undefined
  })
  sendEarlyRequests()
  isEarly = false
  visit(url)
  await findContent()
  return { early, later }
}

/** Expects that the app does not send the early requests again, and would send the same ones without them. */
export async function expectEarlyRowsUsed(
  open: (options: { failsEarly: boolean }) => ReturnType<typeof openWithEarlyRows>,
  expected: string[],
) {
  const used = await open({ failsEarly: false })
  expect(used.early.map(readPath)).toEqual(expected)
  const early = used.early.map(withoutColumns)
  expect(used.later.map(withoutColumns).filter((rows) => early.includes(rows))).toEqual([])

  const failed = await open({ failsEarly: true })
  expect(failed.early).toEqual(used.early)
  await waitFor(() => expect(failed.later).toEqual(expect.arrayContaining(failed.early)))
}

/** Identifies the rows of a request: one with other columns would also request them again. */
const withoutColumns = (requested: string) => {
  const url = new URL(requested)
  url.searchParams.delete('select')
  return url.href
}

const readPath = (url: string) => new URL(url).pathname.replace('/rest/v1/', '')
