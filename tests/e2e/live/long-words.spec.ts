import { expect, test } from '../fixtures.ts'
import { addLongWords, expectToFit, removeLongWords, word } from '../long-words.ts'
import { openAs } from '../../../tooling/journeys/sign-in.ts'
import { cards, openList } from '../../../tooling/journeys/directory.ts'

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))
test.afterEach(({ app }) => removeLongWords(app.backend))

test('text without spaces fits in the directory and the page of a community', async ({
  page,
  app,
}) => {
  const { live } = await addLongWords(page, app.backend)
  const name = word.community('Live')
  await page.goto('/')
  await expect(page.getByRole('article').filter({ hasText: name }).first()).toBeVisible()
  await expectToFit(page, 'home')
  await openList(page)
  await expect(cards(page).filter({ hasText: name })).toBeVisible()
  await expectToFit(page, 'directory')
  await page.goto(`/communities?q=${word.line}`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expectToFit(page, 'search without results')

  await openAs(page, 'mei@example.com', `/communities?community=${live}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(word.line).first()).toBeVisible()
  await expectToFit(page, 'community')
  await page.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('dialog').getByRole('radio').last().check()
  await page.getByRole('dialog').getByRole('textbox').fill(word.text)
  await expectToFit(page, 'report dialog')
})
