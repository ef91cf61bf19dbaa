import { closedPages, livePages, type SitePage } from '../../../tooling/site/pages.ts'
import { journeyScenes } from './journey-scenes.ts'
import { adminScenes, ownerScenes } from './member-scenes.ts'
import { openPage, type Scene } from './scene.ts'
import { adminTwoFactorScenes, twoFactorScenes } from './two-factor-scenes.ts'
import { directoryScenes, visitorScenes } from './visitor-scenes.ts'

export const scenes = [
  ...closedPages.map((page) => pageScene(page)),
  ...visitorScenes,
  ...ownerScenes,
  ...twoFactorScenes,
  ...adminTwoFactorScenes,
  ...adminScenes,
  ...journeyScenes,
]

/** Scenes of the site with a live directory. */
export const liveScenes = [
  ...livePages.map((page) => pageScene(page, 'directory, ')),
  ...directoryScenes,
]

function pageScene({ path, heading, account }: SitePage, prefix = ''): Scene {
  return {
    name: prefix + (path.slice(1) || 'home'),
    account,
    show: async (page) => {
      await openPage(page, path, heading)
      await page.waitForLoadState('networkidle')
    },
  }
}
