import type { Page } from '@playwright/test'

/**
 * Holds back matching requests until the returned function is called.
 *
 * @param url a URL pattern, as for `page.route`
 * @param method holds only requests with this method
 */
export async function holdRequests(page: Page, url: string, method?: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    if (!method || route.request().method() === method) await held
    await route.fallback()
  })
  return () => release()
}
