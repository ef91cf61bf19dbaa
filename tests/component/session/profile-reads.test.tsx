import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCommunity } from '../../support/communities.ts'
import { createUser } from '../../support/users.ts'
import { countRequests } from '../requests.ts'
import { openApp } from '../whole-app.tsx'

test.each([
  ['/profile', 'header and settings', 'region', 'Profile Settings'],
  ['/admin', 'header and guard', 'table', 'Communities'],
])(
  '%s reads the profile once, for %s',
  async (path, _parts, role, name) => {
    const admin = await createUser({ admin: true, name: 'Ada Admin' })
    await createCommunity(admin)
    const reads = countRequests(new RegExp(`/rest/v1/profiles\\?select=.*${admin.id}`))
    await openApp(admin, path)
    // The first test to open a screen also loads its code.
    const content = within(await screen.findByRole(role, { name }, { timeout: 15_000 }))
    expect((await content.findAllByText('Ada Admin'))[0]).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Account menu, Ada Admin' })).toBeVisible()
    expect(reads.count()).toBe(1)
  },
  30_000,
)
