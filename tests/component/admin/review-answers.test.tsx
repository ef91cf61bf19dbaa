import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  findHeading,
  findRegion,
  openInQueue,
  owner,
  uniqueName,
  updateCommunity,
} from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

const secret = createSecretClient()

/** Lets something happen to an approved community, and opens it in the queue. */
async function openAfter(happen: (id: string) => PromiseLike<unknown>) {
  const { id, name } = await createCommunity(owner, {
    name: uniqueName('Listed'),
    status: 'approved',
  })
  await happen(id)
  const user = await openInQueue(name)
  await findHeading(name)
  return { id, name, user, read: () => readCommunity(id) }
}

async function report(community_id: string) {
  const { client } = await createUser()
  await client.rpc('report_community', { community_id, reason: 'spam' }).throwOnError()
}

test.each<[string, string, (id: string) => PromiseLike<unknown>]>([
  ['a reported community', 'Hide community', report],
  [
    'a community whose groups changed',
    'Decline groups',
    (community_id) =>
      owner.client.from('community_groups').insert({ community_id, name: 'New' }).throwOnError(),
  ],
])('R asks for a reason, and never edits %s', async (_what, title, happen) => {
  const { user, read } = await openAfter(happen)
  const { name, description } = await read()
  await user.keyboard('r')
  expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
  await user.keyboard('1{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.search).not.toContain('edit=')
  const after = await read()
  expect(after).toMatchObject({ name, description })
  expect(after.community_blocks.length + (after.rejection_reason === null ? 0 : 1)).toBe(1)
})

test.each<[string, (id: string) => PromiseLike<unknown>]>([
  [
    'a requested place',
    (id) => updateCommunity(owner.client, id, { requested_place: 'Porto, Portugal' }),
  ],
  [
    'a name that is live already',
    (id) => updateCommunity(secret, id, { name_changed_at: new Date().toISOString() }),
  ],
])('R never edits %s', async (_what, happen) => {
  const { name, user, read } = await openAfter(happen)
  const before = await read()
  await user.keyboard('r1{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Community' })).toBeNull())
  expect(window.location.search).not.toContain('edit=')
  expect(await read()).toEqual(before)
  expect(await findHeading(name)).toBeVisible()
})

describe('an appeal', () => {
  const openAppealed = () =>
    openAfter(async (community_id) => {
      const { updated_at: version } = await readCommunity(community_id)
      const hidden = { community_id, version, reason: 'Too many adverts.' }
      await admin.client.rpc('hide_community', hidden).throwOnError()
      const appeal = { community_id, message: 'Please look again.' }
      await owner.client.rpc('appeal_community', appeal).throwOnError()
    })

  test('is accepted with A', async () => {
    const { user, read } = await openAppealed()
    expect(screen.getByRole('button', { name: /^Accept appeal of .* A$/ })).toBeEnabled()
    await user.keyboard('a')
    await expectToast('Appeal accepted successfully')
    expect(await read()).toMatchObject({ community_blocks: [] })
  })

  test('is declined with R and a reason', async () => {
    const { user, read } = await openAppealed()
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Decline appeal' })
    await user.keyboard('1{Enter}')
    await expectToast('Appeal declined successfully')
    expect(await read()).toMatchObject({ community_blocks: [{ reason: 'Too many adverts.' }] })
  })
})

describe('a renamed group', () => {
  const openRenamed = () => {
    // The check on WhatsApp would find another group.
    failRequests(/check-links/)
    return openAfter((community_id) =>
      secret
        .from('community_links')
        .update({ approved_name: 'Swimmers', group_name: 'Sun Swimmers', renamed_at: '2026-11-01' })
        .eq('community_id', community_id)
        .throwOnError(),
    )
  }

  test('gets its new name accepted with A', async () => {
    const { id, user } = await openRenamed()
    await screen.findByRole('button', { name: /^Accept new name of .* A$/ })
    await user.keyboard('a')
    await expectToast('New name accepted successfully')
    const links = secret.from('community_links').select('approved_name').eq('community_id', id)
    expect((await links.single().throwOnError()).data.approved_name).toBe('Sun Swimmers')
  })

  test('is hidden with R and a reason', async () => {
    const { user, read } = await openRenamed()
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Hide community' })
    await user.keyboard('1{Enter}')
    await expectToast('Community hidden successfully')
    expect(await read()).toMatchObject({ community_blocks: [{ kind: 'admin' }] })
  })
})

describe('a claim', () => {
  const openClaimed = () =>
    openAfter(async (community_id) => {
      const claimant = await createUser({ name: 'Claudia Claimant' })
      const claim = { community_id, claimant_id: claimant.id, owner_id: owner.id }
      await secret
        .from('claims')
        .insert({ ...claim, answer_due_at: '2026-01-01' })
        .throwOnError()
    })

  test('is accepted with A after the confirmation', async () => {
    const { user, read } = await openClaimed()
    await (await findRegion('Claim')).findByRole('button', { name: 'Accept claim' })
    await user.keyboard('a')
    const confirm = within(await screen.findByRole('alertdialog', { name: 'Accept this claim?' }))
    expect(await read()).toMatchObject({ owner_id: owner.id })
    await user.click(confirm.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('is declined with R and a reason', async () => {
    const { id, user } = await openClaimed()
    await (await findRegion('Claim')).findByRole('button', { name: 'Accept claim' })
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Decline claim' })
    await user.keyboard('1{Enter}')
    await expectToast('Claim declined successfully')
    const claims = secret.from('claims').select('outcome').eq('community_id', id)
    expect((await claims.single().throwOnError()).data.outcome).toBe('declined')
  })
})
