import { addCommunity } from '../../../tooling/journeys/demo-rows.ts'
import { openAdmin, openAs, openProfile } from '../../../tooling/journeys/sign-in.ts'
import { expect, test } from '../fixtures.ts'
import { keyboardFor } from '../keyboard.ts'
import { expectReadable } from '../readable.ts'

/* Mei claims communities of Luca. tests/component/directory/claims.test.tsx has the decisions. */

test('a claim is readable from the proof to the decision, and the keyboard makes it', async ({
  page,
  app,
}) => {
  // Three users, one after another.
  test.slow()
  const { press } = keyboardFor(page)
  const name = 'Answered Anglers'
  const id = await addCommunity(app.backend, { name, status: 'approved' })

  await test.step('on a small phone, the result of a check is in view', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openAs(page, 'mei@example.com', `/communities?community=${id}`)
    await press(page.getByRole('button', { name: 'Claim it' }))
    const dialog = page.getByRole('dialog', { name: 'Claim this community' })
    await expect(dialog.getByText(/^WP-/)).toBeVisible()
    await press(dialog.getByRole('button', { name: 'Check' }))
    await expect(dialog.getByText("We couldn't find your code")).toBeInViewport()
    await expectReadable(page, 'dialog to claim')
    // The description of this group has the newest code (supabase/local/whatsapp-pages.ts).
    await app.backend.connection.driver.query(
      `update public.communities
       set whatsapp_link = 'https://chat.whatsapp.com/DemoProofAnglers012345' where id = $1`,
      [id],
    )
    await press(dialog.getByRole('button', { name: 'Check' }))
    await expect(dialog.getByText(/^The present owner can answer until /)).toBeVisible()
    await expectReadable(page, 'claimed')
    await page.goto('/profile')
    const claims = page.getByRole('listitem').filter({ hasText: name })
    await expect(claims).toContainText('Waiting for the present owner until')
    await expectReadable(page, 'claims on the profile')
  })

  await test.step('the owner answers', async () => {
    await openProfile(page, 'luca@example.com')
    const answer = page.getByRole('button', { name: `Answer the claim: ${name}` })
    await expect(answer).toBeVisible()
    await expectReadable(page, 'claims of communities')
    await answer.click()
    await expectReadable(page, 'answers to a claim')
    await page.getByRole('button', { name: 'This is my community' }).click()
    const dialog = page.getByRole('dialog', { name: 'This is my community' })
    await dialog.getByRole('textbox', { name: /Why is it yours/ }).fill('I founded it. '.repeat(70))
    await expectReadable(page, 'answer to a claim')
    await dialog.getByRole('button', { name: 'Send answer' }).click()
    await expect(page.getByText(/^You answered on /)).toBeVisible()
  })

  await test.step('an admin reads both sides and accepts', async () => {
    await openAdmin(page, '/admin?view=queue&as=list')
    const entries = page.getByRole('list', { name: 'Waiting for review' })
    await entries.getByRole('button', { name: new RegExp(name) }).click()
    await expect(page.getByRole('region', { name: 'Claim' })).toContainText('I founded it.')
    await expectReadable(page, 'claim with an answer')
    await page.getByRole('button', { name: /^Accept claim/ }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Accept this claim?' })
    await expect(confirm).toBeVisible()
    await expectReadable(page, 'accept a claim')
    await confirm.getByRole('button', { name: 'Accept claim' }).click()
    await expect(page.getByText('Claim accepted successfully')).toBeVisible()
  })
})
