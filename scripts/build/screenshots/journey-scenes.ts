import { expect } from '@playwright/test'
import { journeys } from '../../../tooling/journeys/index.ts'
import type { Journey } from '../../../tooling/journeys/journey.ts'
import type { Scene } from './scene.ts'

/** The states before and after the last step of a journey that no other scene shows. */
export const journeyScenes: Scene[] = [
  before('approving', 'admin, one community found'),
  after('approving', 'admin, community approved'),
  after('undoing a decision', 'admin, approval undone'),
  before('rejecting', 'admin, reject a community'),
  after('rejecting', 'admin, community rejected'),
  after('resolving reports', 'queue, reports resolved'),
  after('opening the history', 'admin, activity'),
  after('exporting', 'admin, communities exported'),
  before('saving the profile', 'profile, edit your details'),
  after('saving the profile', 'profile, details saved'),
  before('listing a community', 'new community, filled in'),
  after('listing a community', 'new community, submitted'),
  before('uploading an image', 'new community'),
  after('uploading an image', 'new community, image uploaded'),
  after('opening a community to edit it', 'edit a community'),
  after('saving a community', 'edit a community, saved'),
  before('withdrawing changes', 'profile, changes waiting for review'),
  after('withdrawing changes', 'profile, changes withdrawn'),
  before('deleting a community', 'delete a community'),
  after('deleting a community', 'delete a community, deleted'),
  after('turning emails off', 'profile, emails switched off'),
  after('downloading your data', 'profile, data downloaded'),
  before('creating an account', 'create an account'),
  after('creating an account', 'create an account, created'),
  before('signing in', 'sign in'),
  before('requesting a password reset', 'forgotten password'),
  after('requesting a password reset', 'forgotten password, link sent'),
  before('signing out everywhere', 'sign out everywhere'),
  after('loading the users', 'users'),
  before('changing credits', 'users, edit a user'),
  after('changing credits', 'users, credits changed'),
  before('deleting a user', 'users, delete a user'),
  after('deleting a user', 'users, user deleted'),
]

function before(journeyName: string, name: string): Scene {
  const { account, open: prepare } = findJourney(journeyName)
  return { name, account, changesData: true, show: prepare }
}

function after(journeyName: string, name: string): Scene {
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
