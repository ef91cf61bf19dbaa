import { addPending } from '../../tooling/journeys/demo-rows.ts'
import { openAdmin } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'

test('an approval takes four requests until four seconds later, the evidence of the next community included', async ({
  page,
  app,
}) => {
  const names = Array.from({ length: 60 }, (_none, index) => `Waiting ${index + 1}`)
  await addPending(app.backend, names)
  await page.clock.install()
  const requests: string[] = []
  let pending = 0
  page.on('request', (request) => {
    pending += 1
    const { pathname } = new URL(request.url())
    if (!/^\/(rest|functions)\//.test(pathname)) return
    requests.push(`${request.method()} ${pathname.replace(/^.*\/v1\//, '')}`)
  })
  page.on('requestfinished', () => (pending -= 1))
  page.on('requestfailed', () => (pending -= 1))
  const settle = () => expect.poll(() => pending).toBe(0)
  await openAdmin(page, '/admin?view=queue')
  const heading = (name: string) => page.getByRole('heading', { name, level: 2, exact: true })
  await expect(heading('Waiting 1')).toBeVisible()
  await page.clock.runFor(6000)
  await settle()
  requests.length = 0

  await page.keyboard.press('a')
  await expect(heading('Waiting 2')).toBeVisible()
  await expect(page.getByText('Community approved successfully')).toBeVisible()
  await settle()
  await page.clock.runFor(4000)
  const polled = ['POST rpc/count_review_queue', 'GET community_reports', 'GET open_reviews']
  const counted = () => requests.filter((request) => !polled.includes(request)).toSorted()
  const expected = [
    'PATCH communities',
    'POST admin/check-links',
    'POST rpc/list_communities',
    'POST rpc/similar_communities',
  ]
  const afterwards = ['POST rpc/list_review_queue', 'POST rpc/open_review']
  await settle()
  expect(counted()).toEqual(expected)
  // After a burst, the queue is read again, and other admins read what this one has open.
  await page.clock.runFor(3000)
  await expect.poll(counted).toEqual(expect.arrayContaining(afterwards))
})
