import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sendEarlyRequests } from '../../../src/app/static/early-requests.ts'
import { directoryCache } from '../../../src/features/directory/directory-cache.ts'
import { createApproved } from '../../support/communities.ts'
import { createUser } from '../../support/users.ts'
import { expectEarlyRowsUsed, openWithEarlyRows } from '../early-rows.ts'
import { recordRequests } from '../requests.ts'
import { visit } from '../whole-app.tsx'

/** Sends the early requests for a URL. Returns the names of the functions that they call. */
async function requestEarly(url: string): Promise<string[]> {
  window.history.replaceState(null, '', url)
  const recorded = recordRequests(/rest\/v1/)
  sendEarlyRequests()
  const requested = [...(globalThis.earlyResponses?.values() ?? [])]
  globalThis.earlyResponses = undefined
  for (const { response } of requested) expect(await response).toMatchObject({ ok: true })
  return recorded.paths().map((path) => path.replace(/\?.*/, '').replace('/rest/v1/rpc/', ''))
}

test.each(['nonsense', '7d7f9b7e', '-'.repeat(36), '7d7f9b7e-0000-4000-8000-00000000000g'])(
  'neither the early request nor the screen asks for the community %s',
  async (id) => {
    const url = `/communities?community=${id}`
    expect(await requestEarly(url)).toEqual([])
    directoryCache.clear()
    const recorded = recordRequests(/get_directory_community/)
    visit(url)
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    expect(recorded.paths()).toEqual([])
  },
)

test('the database accepts the early requests for any list', async () => {
  for (const query of [
    'q=%00',
    'q=%F0%9F%8F%84'.repeat(60),
    'place=%00Bali',
    'place=%20&category=sports&join=1&language=German&sort=-id&view=nowhere',
    `place=${'x'.repeat(300)}&q=${'y'.repeat(300)}`,
    'language=zz&sort=members',
  ]) {
    expect((await requestEarly(`/communities?${query}`)).toSorted()).toEqual([
      'count_directory',
      'search_directory',
    ])
  }
})

test('a list with a filter and a community take the rows that were requested early', async () => {
  const name = 'Morning Swimmers'
  const [community] = await createApproved(await createUser(), [{ name, location: 'Bali' }])
  const findHeading = () => screen.findByRole('heading', { name })
  const expectUsed = (url: string, expected: string[]) =>
    expectEarlyRowsUsed((options) => {
      cleanup()
      directoryCache.clear()
      return openWithEarlyRows(url, findHeading, options)
    }, expected)

  await expectUsed('/communities?place=Bali&q=SWIMMERS', [
    'rpc/search_directory',
    'rpc/count_directory',
  ])
  await expectUsed(`/communities?community=${community?.id}`, ['rpc/get_directory_community'])
})
