import { type BrowserContext, expect, type Page } from '@playwright/test'

/** Intercepts requests to WhatsApp. Returns the invite links that were opened. */
export async function mockWhatsApp(context: BrowserContext): Promise<string[]> {
  const opened: string[] = []
  await context.route('https://chat.whatsapp.com/**', (route, request) => {
    opened.push(request.url())
    return route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' })
  })
  return opened
}

export const cards = (page: Page) =>
  page.getByRole('list', { name: 'Communities' }).getByRole('article')

/** Opens the list and waits until the app has replaced the prerendered page, whose cards the current rows may move. */
export async function openList(page: Page, query = '') {
  const rows = page.waitForResponse((response) => response.url().includes('/search_directory'))
  await page.goto(`/communities${query}`)
  await rows
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
}
