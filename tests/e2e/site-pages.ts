import { expect, type Page } from '@playwright/test'
import { openAs } from '../../tooling/journeys/sign-in.ts'
import { publicPages, type SitePage } from '../../tooling/site/pages.ts'

const notFound = {
  path: '/no-such-place',
  heading: 'Page not found',
  title: 'Page not found',
  account: undefined,
}

export const publicPagesAnd404 = [...publicPages, notFound]

/** Opens a page with the account that has access, and waits until it has loaded its data. */
export async function openPage(
  page: Page,
  {
    path,
    heading,
    account,
  }: { path: string } & Pick<SitePage, 'heading'> & Partial<Pick<SitePage, 'account'>>,
) {
  await (account ? openAs(page, account, path) : page.goto(path))
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await page.waitForLoadState('networkidle')
}
