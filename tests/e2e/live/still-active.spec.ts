import { openAs } from '../../../tooling/journeys/sign-in.ts'
import { expect, test } from '../fixtures.ts'
import { expectReadable } from '../readable.ts'

const name = 'Rice Field Loop'
const id = 'aaaaaaaa-0000-4000-8000-000000000022'

/* tests/database and tests/component/still-active.slow.test.tsx have the rules. */

test('the profile is readable while a community is asked about and asleep, and the link in the email wakes it up', async ({
  page,
  openPage,
  app,
}) => {
  const { url, connection, secretKey, emails } = app.backend
  const row = page.getByRole('listitem').filter({ hasText: name })
  /** Runs the job, and returns the link in the email with this subject. */
  const runJob = async (sql: string, subject?: string) => {
    await connection.driver.exec(sql)
    await connection.driver.query(
      'select private.ask_owners(), private.remind_owners(), private.fall_asleep()',
    )
    const init = { method: 'POST', headers: { apikey: secretKey } }
    expect((await fetch(`${url}/functions/v1/admin/send-emails`, init)).ok).toBe(true)
    const received = emails.get('mei@example.com') ?? []
    const text = received.findLast((email) => email.subject === subject)?.text ?? ''
    return /\/still-active\?\S+/.exec(text)?.[0] ?? ''
  }

  const asked = await runJob(
    `update public.signs_of_life set confirmed_at = now() - interval '181 days',
     last_joined_at = null where community_id = '${id}'`,
    `Is “${name}” still active?`,
  )
  expect(asked).toContain(id)
  await openAs(page, 'mei@example.com', '/profile')
  await expect(row).toContainText('Still active?')
  await expectReadable(page, 'still active')

  const link = await runJob(
    `update public.signs_of_life set asked_at = asked_at - interval '31 days' where community_id = '${id}'`,
    `“${name}” falls asleep in a week`,
  )
  await runJob(
    `update private.email_outbox set sent_at = sent_at - interval '7 days' where kind = 'falling_asleep'`,
  )
  await page.reload()
  await expect(row).toContainText('Asleep since')
  await expectReadable(page, 'asleep')

  const other = await openPage()
  await other.goto(link)
  await expect(other.getByText('mei@example.com')).toBeVisible()
  await other.getByRole('button', { name: 'Yes, it is still active' }).click()
  await expect(other.getByText('stays in the directory.')).toBeVisible()
  await expectReadable(other, 'thank you')
  await other.goto(`/communities?community=${id}`)
  await expect(other.getByRole('heading', { level: 1, name })).toBeVisible()
})
