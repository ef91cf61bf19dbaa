import { expect, type Page } from '@playwright/test'
import type { Backend } from '../../../tooling/journeys/demo-rows.ts'
import { faults } from '../../../tooling/journeys/faults.ts'
import { backendCall, type Journey } from '../../../tooling/journeys/journey.ts'

export interface Scene extends Pick<Journey, 'account'> {
  /** Also the base name of its image files. */
  name: string
  /** Whether the scene changes the demo data. */
  changesData?: boolean
  /** Opens the screen and waits until it is visible. */
  show: (page: Page, backend: Backend) => Promise<unknown>
}

/** Returns one scene for each function, all signed in to the same account. */
export const createScenes = (
  account: Scene['account'],
  shows: Record<string, Scene['show']>,
): Scene[] => Object.entries(shows).map(([name, show]) => ({ name, account, show }))

/** Leaves every call to the backend pending, except for images. */
export const holdCalls = (page: Page) =>
  page.route(backendCall, (route, request) =>
    request.resourceType() === 'image' ? route.continue() : undefined,
  )

/** Fails every call to the backend whose URL does not match `except`. */
export const failCalls = (page: Page, { except }: { except?: RegExp } = {}) =>
  page.route(backendCall, (route, request) =>
    except?.test(request.url()) ? route.continue() : faults[0]?.apply(route, page),
  )

export async function openPage(page: Page, path: string, heading: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
}
