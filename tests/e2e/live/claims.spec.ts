import { addCommunity } from '../../../tooling/journeys/demo-rows.ts'
import { openAdmin, openAs, openProfile } from '../../../tooling/journeys/sign-in.ts'
import { expect, test } from '../fixtures.ts'
import { keyboardFor } from '../keyboard.ts'
import { expectReadable } from '../readable.ts'

/* Claims, from the proof to the decision. Mei claims a community of Luca. */

test('a claim with an answer is declined, one without is accepted after seven days', async ({
  page,
  openPage,
  app,
}) => {
  // Three users, one after another.
  test.slow()
  const { driver } = app.backend.connection
  const names = ['Answered Anglers', 'Silent Sailors'] as const
  const ids: string[] = []
  for (const name of names) {
    const id = await addCommunity(app.backend, { name, status: 'approved' })
    ids.push(id)
    // The description of this group has the newest code (supabase/local/whatsapp-pages.ts).
    await driver.query('update public.communities set whatsapp_link = $2 where id = $1', [
      id,
      `https://chat.whatsapp.com/DemoProof${id.replaceAll('-', '').slice(0, 13)}`,
    ])
  }

  await test.step('a user proves both, with the keyboard', async () => {
    for (const [index, id] of ids.entries()) {
      await openAs(page, 'mei@example.com', `/communities?community=${id}`)
      await keyboardFor(page).press(page.getByRole('button', { name: 'Claim it' }))
      const dialog = page.getByRole('dialog', { name: 'Claim this community' })
      await expect(dialog.getByText(/^WP-/)).toBeVisible()
      if (index === 0) await expectReadable(page, 'dialog to claim')
      await keyboardFor(page).press(dialog.getByRole('button', { name: 'Check' }))
      await expect(dialog.getByText(/^The present owner can answer until /)).toBeVisible()
      if (index === 0) await expectReadable(page, 'claimed')
      await dialog.getByRole('button', { name: 'Done' }).click()
    }
    await page.goto('/profile')
    const claims = page.getByRole('listitem').filter({ hasText: names[0] })
    await expect(claims).toContainText('Waiting for the present owner until')
    await expectReadable(page, 'claims on the profile')
  })

  const ownerPage = await openPage()
  await test.step('the owner answers one of them', async () => {
    await openProfile(ownerPage, 'luca@example.com')
    const answer = ownerPage.getByRole('button', { name: `Answer the claim: ${names[0]}` })
    await expect(answer).toBeVisible()
    await expectReadable(ownerPage, 'claims of communities')
    await answer.click()
    await expectReadable(ownerPage, 'answers to a claim')
    await ownerPage.getByRole('button', { name: 'This is my community' }).click()
    const dialog = ownerPage.getByRole('dialog', { name: 'This is my community' })
    await dialog.getByRole('textbox', { name: /Why is it yours/ }).fill('I founded it. '.repeat(70))
    await expectReadable(ownerPage, 'answer to a claim')
    await dialog.getByRole('button', { name: 'Send answer' }).click()
    await expect(ownerPage.getByText(/^You answered on /)).toBeVisible()
    await expectReadable(ownerPage, 'answered claim')
  })

  const adminPage = await openPage()
  const openClaim = async (name: string) => {
    await openAdmin(adminPage, '/admin?view=queue&as=list')
    const entries = adminPage.getByRole('list', { name: 'Waiting for review' })
    await entries.getByRole('button', { name: new RegExp(name) }).click()
    const panel = adminPage.getByRole('region', { name: 'Claim' })
    await expect(panel.getByText('Mei Tanaka').first()).toBeVisible()
    return panel
  }

  await test.step('an admin declines it', async () => {
    const panel = await openClaim(names[0])
    await expect(panel).toContainText('I founded it.')
    await expectReadable(adminPage, 'claim with an answer')
    // The owner's other communities are listed elsewhere.
    const waiting = adminPage.getByRole('list', { name: 'Waiting for review' })
    await expect(waiting.getByText(names[1])).toHaveCount(0)
    await adminPage.getByRole('button', { name: /^Decline claim/ }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Decline claim' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The owner has proved it, too.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(adminPage.getByText('Claim declined successfully')).toBeVisible()
    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: names[0] })
    await expect(row).toContainText('Declined: The owner has proved it, too.')
  })

  await test.step('after seven days an admin accepts the other one', async () => {
    await driver.query(
      `update public.claims set answer_due_at = now() - interval '1 minute' where community_id = $1`,
      [ids[1]],
    )
    const panel = await openClaim(names[1])
    await expect(panel).toContainText('No answer within 7 days')
    await adminPage.getByRole('button', { name: /^Accept claim/ }).click()
    const confirm = adminPage.getByRole('alertdialog', { name: 'Accept this claim?' })
    await expect(confirm).toContainText("This can't be undone.")
    await expectReadable(adminPage, 'accept a claim')
    await confirm.getByRole('button', { name: 'Accept claim' }).click()
    await expect(adminPage.getByText('Claim accepted successfully')).toBeVisible()
    await ownerPage.reload()
    await expect(ownerPage.getByRole('heading', { name: names[0] })).toBeVisible()
    await expect(ownerPage.getByRole('heading', { name: names[1] })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: `Edit ${names[1]}` })).toBeVisible()
  })
})

test('on a small phone, the result of a check is in view', async ({ page, app }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const id = await addCommunity(app.backend, { name: 'Checked Climbers', status: 'approved' })
  await openAs(page, 'mei@example.com', `/communities?community=${id}`)
  await page.getByRole('button', { name: 'Claim it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Claim this community' })
  await expect(dialog.getByText(/^WP-/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText("We couldn't find your code")).toBeInViewport()
})
