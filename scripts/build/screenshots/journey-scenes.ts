import { expect } from '@playwright/test'
import { journeys } from '../../../tooling/journeys/index.ts'
import type { Journey } from '../../../tooling/journeys/journey.ts'
import type { Scene } from './scene.ts'

/** The states before and after the last step of a journey that no other scene shows. */
export const journeyScenes: Scene[] = [
  showBefore('approving', 'admin, one community found'),
  showAfter('approving', 'admin, community approved'),
  showAfter('undoing a decision', 'admin, approval undone'),
  showBefore('rejecting', 'admin, reject a community'),
  showAfter('rejecting', 'admin, community rejected'),
  showAfter('resolving reports', 'queue, reports resolved'),
  showAfter('opening the history', 'admin, activity'),
  showAfter('exporting', 'admin, communities exported'),
  showBefore('saving the profile', 'profile, edit your details'),
  showAfter('saving the profile', 'profile, details saved'),
  showBefore('listing a community', 'new community, filled in'),
  showAfter('listing a community', 'new community, submitted'),
  showBefore('uploading an image', 'new community'),
  showAfter('uploading an image', 'new community, image uploaded'),
  showAfter('opening a community to edit it', 'edit a community'),
  showAfter('saving a community', 'edit a community, saved'),
  showBefore('withdrawing changes', 'profile, changes waiting for review'),
  showAfter('withdrawing changes', 'profile, changes withdrawn'),
  showBefore('deleting a community', 'delete a community'),
  showAfter('deleting a community', 'delete a community, deleted'),
  showAfter('turning emails off', 'profile, emails switched off'),
  showAfter('downloading your data', 'profile, data downloaded'),
  showBefore('creating an account', 'create an account'),
  showAfter('creating an account', 'create an account, created'),
  showBefore('signing in', 'sign in'),
  showBefore('requesting a password reset', 'forgotten password'),
  showAfter('requesting a password reset', 'forgotten password, link sent'),
  showBefore('signing out everywhere', 'sign out everywhere'),
  showAfter('loading the users', 'users'),
  showBefore('changing credits', 'users, edit a user'),
  showAfter('changing credits', 'users, credits changed'),
  showBefore('deleting a user', 'users, delete a user'),
  showAfter('deleting a user', 'users, user deleted'),
]

function showBefore(journeyName: string, name: string): Scene {
  const { account, open: prepare } = findJourney(journeyName)
  return { name, account, changesData: true, show: prepare }
}

function showAfter(journeyName: string, name: string): Scene {
  const { account, open: prepare, act, success } = findJourney(journeyName)
  return {
    name,
    account,
    changesData: true,
    show: async (page, backend) => {
      await prepare(page, backend)
      await act(page)
      await expect(success(page)).toBeVisible()
    },
  }
}

function findJourney(name: string): Journey {
  const journey = journeys.find((other) => other.name === name)
  if (!journey) throw new Error(`No journey is named "${name}"`)
  return journey
}
