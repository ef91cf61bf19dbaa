import { openAs } from '../../../tooling/journeys/sign-in.ts'
import { expect, test } from '../fixtures.ts'
import { expectReadable } from '../readable.ts'

const name = 'Rice Field Loop'
const id = 'aaaaaaaa-0000-4000-8000-000000000022'

test('a community is asked about, falls asleep, and wakes up with the link in the email', async ({
  page,
  openPage,
  app,
}) => {
  const { url, connection, secretKey, emails } = app.backend
  const sql = (change: string) => connection.driver.query(change)
  /** Runs the job that asks owners, and returns the link in the last email with a subject. */
  const sendEmails = async (subject?: string) => {
    const init = { method: 'POST', headers: { apikey: secretKey } }
    await sql('select private.ask_owners(), private.remind_owners(), private.fall_asleep()')
    expect((await fetch(`${url}/functions/v1/admin/send-emails`, init)).ok).toBe(true)
    const received = emails.get('mei@example.com') ?? []
    const text = received.findLast((email) => email.subject === subject)?.text ?? ''
    return /\/still-active\?\S+/.exec(text)?.[0] ?? ''
  }

  await test.step('its owner is asked after 180 days without a sign of life', async () => {
    await sql(`update public.signs_of_life set confirmed_at = now() - interval '181 days',
      last_joined_at = null where community_id = '${id}'`)
    expect(await sendEmails(`Is “${name}” still active?`)).toContain(id)
    await openAs(page, 'mei@example.com', '/profile')
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('Still active?')
    await expectReadable(page, 'still active')
  })

  const link = await test.step('it falls asleep a week after the reminder', async () => {
    await sql(`update public.signs_of_life set asked_at = asked_at - interval '31 days'
      where community_id = '${id}'`)
    const reminder = await sendEmails(`“${name}” falls asleep in a week`)
    await sql(`update private.email_outbox set sent_at = sent_at - interval '7 days'
      where kind = 'falling_asleep'`)
    await sendEmails()
    const visitor = await openPage()
    await visitor.goto(`/communities?community=${id}`)
    await expect(visitor.getByRole('heading', { level: 1 })).not.toHaveText(name)
    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('Asleep since')
    await expectReadable(page, 'asleep')
    return reminder
  })

  await test.step('the link in the email wakes it up, signed out, after a click', async () => {
    const other = await openPage()
    await other.goto(link)
    await expect(other.getByText('mei@example.com')).toBeVisible()
    await other.getByRole('button', { name: 'Yes, it is still active' }).click()
    await expect(other.getByText('stays in the directory.')).toBeVisible()
    await expectReadable(other, 'thank you')
    await other.goto(`/communities?community=${id}`)
    await expect(other.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('Approved')
  })
})
