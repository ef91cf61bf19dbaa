import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCommunity } from '../../support/communities.ts'
import { createSecretClient } from '../../support/users.ts'
import { holdResponses } from '../requests.ts'
import { expectFocusKept, expectToast, openApp, returnToTab } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createOldest,
  findHeading,
  uniqueName,
  updateCommunity,
} from './queue.ts'

/** Ann, Ben and Cai: the first three communities of the queue. Cai is open, Ann and Ben are selected. */
let names: [string, string, string]
let ids: [string, string, string]
let user: UserEvent

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const checkbox = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const readStatuses = async () =>
  (await Promise.all(ids.map((id) => readCommunity(id)))).map(({ status }) => status)

beforeEach(async () => {
  localStorage.clear()
  const [ann, ben, cai] = [
    await createOldest({ name: uniqueName('Ann') }),
    await createOldest({ name: uniqueName('Ben') }),
    await createOldest({ name: uniqueName('Cai') }),
  ]
  names = [ann.name, ben.name, cai.name]
  ids = [ann.id, ben.id, cai.id]
  user = await openApp(admin, '/admin?view=queue&as=list')
  await findHeading(ann.name)
  await user.keyboard('jj')
  await findHeading(cai.name)
  await user.click(checkbox(ann.name))
  await user.click(checkbox(ben.name))
})
afterEach(clearQueue)

describe('with two selected communities and a third one open', () => {
  test('A approves the selected ones once, as the only button for it states', async () => {
    const [ann, , cai] = names
    expect(button(/^Approve/)).toHaveAccessibleName(/^Approve 2 communities/)
    const release = holdResponses(/communities\?id=eq/)
    button(/^Approve/).focus()
    // A second decision waits for the first instead of approving the open community.
    await user.keyboard('aaa')
    expect(button(/^Approve 2 communities/)).toHaveAttribute('aria-busy', 'true')
    // Their checkboxes are disabled, and so is X.
    await user.click(button(new RegExp(`^${ann}`)))
    await user.keyboard('x')
    expect(checkbox(ann)).toBeChecked()
    expect(checkbox(ann)).toBeDisabled()
    release()
    await expectToast('2 communities approved successfully')
    await expectFocusKept(/^Cai/)
    expect(await readStatuses()).toEqual(['approved', 'approved', 'pending'])
    expect(await screen.findByRole('button', { name: /^Approve/ })).toHaveAccessibleName(
      `Approve ${cai} A`,
    )
  })

  test('R rejects the selected ones, and only those that were selected when it was pressed', async () => {
    expect(button(/^Reject/)).toHaveAccessibleName(/^Reject 2 communities/)
    await user.keyboard('r')
    const dialog = await screen.findByRole('dialog', { name: 'Reject 2 communities' })
    // Another admin decides one of them meanwhile.
    await updateCommunity(admin.client, ids[0], { status: 'approved' })
    await waitFor(() => {
      returnToTab()
      expect(
        screen.queryByRole('checkbox', { name: `Select ${names[0]}`, hidden: true }),
      ).toBeNull()
    })
    expect(dialog).toHaveAccessibleName('Reject 2 communities')
    await user.keyboard('4')
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
    expect(await screen.findByRole('dialog', { name: "1 of 2 couldn't be rejected" })).toBeVisible()
    expect(await readStatuses()).toEqual(['approved', 'rejected', 'pending'])
    expect(await readCommunity(ids[1])).toMatchObject({
      rejection_reason: 'This community is already listed.',
    })
  })

  test('A approves the open one once the selection is cleared', async () => {
    await user.click(button('Clear selection'))
    expect(button(/^Approve/)).toHaveAccessibleName(`Approve ${names[2]} A`)
    await user.keyboard('a')
    await expectToast('Community approved successfully')
    expect(await readStatuses()).toEqual(['pending', 'pending', 'approved'])
  })

  test('one that was decided meanwhile is deselected, and stays so when it returns', async () => {
    const setStatus = (status: 'approved' | 'pending') =>
      updateCommunity(createSecretClient(), ids[0], { status })
    await setStatus('approved')
    await waitFor(() => {
      returnToTab()
      expect(button(/^Approve/)).toHaveAccessibleName(`Approve ${names[1]} A`)
    })
    await setStatus('pending')
    await waitFor(() => {
      returnToTab()
      expect(checkbox(names[0])).not.toBeChecked()
    })
    expect(button(/^Approve/)).toHaveAccessibleName(`Approve ${names[1]} A`)
  })
})

test('keys pressed in the open account menu decide nothing', async () => {
  await user.click(button('Clear selection'))
  await user.click(button(/^Account menu/))
  await user.keyboard('a')
  await user.keyboard('{Escape}')
  // A decision would show the next community at once.
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(names[2])
})
