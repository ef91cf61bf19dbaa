import type { Locator, Page } from '@playwright/test'

export async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return { ...box, left: box.x, right: box.x + box.width }
}

export const toastOf = (page: Page) => page.locator('[data-rht-toaster] > *').first()

/** Returns the names of the controls that a toast covers. */
export async function findCovered(
  page: Page,
  controls: Record<string, Locator>,
): Promise<string[]> {
  const toast = await boxOf(toastOf(page))
  const names: string[] = []
  for (const [name, control] of Object.entries(controls)) {
    const own = await boxOf(control)
    const isApart =
      toast.left >= own.right ||
      own.left >= toast.right ||
      toast.y >= own.y + own.height ||
      own.y >= toast.y + toast.height
    if (!isApart) names.push(name)
  }
  return names
}
