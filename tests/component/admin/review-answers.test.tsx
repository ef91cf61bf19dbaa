import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { block, createCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  findHeading,
  openInQueue,
  owner,
  passDoublePress,
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
    'Decline changes',
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

/** Presses R, and gives the first common reason in the dialog. */
async function declineWithReason(user: UserEvent, title: string) {
  await user.keyboard('r')
  await screen.findByRole('dialog', { name: title })
  await user.keyboard('1{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

const requestPlace = (id: string) =>
  updateCommunity(owner.client, id, { requested_place: 'Porto, Portugal' })

test('R declines a requested place with a reason, and U lets it wait again', async () => {
  const { user, read } = await openAfter(requestPlace)
  const { location } = await read()
  await declineWithReason(user, 'Decline place')
  await expectToast('Place declined')
  expect(await read()).toMatchObject({
    location,
    requested_place: null,
    rejection_reason: 'Your present place already covers this one.',
  })
  await user.keyboard('u')
  await expectToast('Decision undone')
  expect(await read()).toMatchObject({ requested_place: 'Porto, Portugal', rejection_reason: null })
})

test('A opens the form for a requested place', async () => {
  const { user } = await openAfter(requestPlace)
  expect(screen.getByRole('button', { name: /^Add place of .* A$/ })).toBeEnabled()
  await user.keyboard('a')
  expect(await screen.findByRole('dialog', { name: 'Add place' })).toBeVisible()
})

test('R hides a community whose name is live already, with a reason', async () => {
  const { user, read } = await openAfter((id) =>
    updateCommunity(secret, id, { name_changed_at: new Date().toISOString() }),
  )
  await declineWithReason(user, 'Hide community')
  await expectToast('Community hidden successfully')
  expect(await read()).toMatchObject({
    name_changed_at: null,
    community_blocks: [{ kind: 'admin' }],
  })
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

  test('of a rejection is accepted with A, and U reopens it', async () => {
    const { user, read } = await openAfter(async (community_id) => {
      await updateCommunity(secret, community_id, { status: 'pending' })
      await updateCommunity(admin.client, community_id, {
        status: 'rejected',
        rejection_reason: 'Spam.',
      })
      const appeal = { community_id, message: 'Please look again.' }
      await owner.client.rpc('appeal_community', appeal).throwOnError()
    })
    await user.keyboard('a')
    await expectToast('Appeal accepted successfully')
    expect(await read()).toMatchObject({ status: 'approved' })
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect(await read()).toMatchObject({ status: 'rejected' })
  })

  test('against a community that is listed again is answered with R by hiding it', async () => {
    const { id, user, read } = await openAfter(async (community_id) => {
      await block(community_id, 'reports')
      const appeal = { community_id, message: 'Please look again.' }
      await owner.client.rpc('appeal_community', appeal).throwOnError()
    })
    await user.keyboard('a')
    await expectToast('Listed again')
    await screen.findByRole('button', { name: /^Accept appeal/ })
    passDoublePress()
    await declineWithReason(user, 'Hide community')
    expect(await read()).toMatchObject({ community_blocks: [{ kind: 'admin' }] })
    const appeals = secret.from('appeals').select('outcome').eq('community_id', id)
    expect((await appeals.throwOnError()).data).toEqual([{ outcome: 'declined' }])
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
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Accept new name of .* A$/ })).toBeEnabled(),
    )
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
    await waitFor(() => expect(screen.getByRole('button', { name: /^Accept claim/ })).toBeEnabled())
    await user.keyboard('a')
    const confirm = within(await screen.findByRole('alertdialog', { name: 'Accept this claim?' }))
    expect(await read()).toMatchObject({ owner_id: owner.id })
    await user.click(confirm.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('is declined with R and a reason', async () => {
    const { id, user } = await openClaimed()
    await waitFor(() => expect(screen.getByRole('button', { name: /^Accept claim/ })).toBeEnabled())
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Decline claim' })
    await user.keyboard('1{Enter}')
    await expectToast('Claim declined successfully')
    const claims = secret.from('claims').select('outcome').eq('community_id', id)
    expect((await claims.single().throwOnError()).data.outcome).toBe('declined')
  })
})
