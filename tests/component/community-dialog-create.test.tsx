import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCommunity, newInviteLink } from '../support/communities.ts'
import { createUser, type TestUser } from '../support/users.ts'
import {
  answerLinkChecks,
  completeForm,
  fillForm,
  getField,
  openDialog,
  openStepOf,
  readByLink,
  readGroupNames,
  submitNew as submit,
} from './community-dialog-app.tsx'
import { failRequests, holdResponses, loseResponses } from './requests.ts'

let owner: TestUser
beforeAll(async () => {
  owner = await createUser()
})

type View = Awaited<ReturnType<typeof openDialog>>

const proceed = ({ dialog, user }: View) =>
  user.click(dialog.getByRole('button', { name: 'Continue' }))

describe('the form for a new community', () => {
  test('shows a preview, and stores the community for review with its groups and a normalized link', async () => {
    const link = newInviteLink()
    const view = await openDialog(owner)
    const otherTab = `community-draft-${owner.id}/other-tab`
    localStorage.setItem(otherTab, '{}')
    await fillForm(view, { 'WhatsApp Link': `Join us: ${link}?mode=ac_t` })
    await waitFor(() => expect(getField(view, 'WhatsApp Link')).toHaveValue(link))
    await fillForm(view, { 'Community Name': 'Sunrise Swimmers', Description: 'We meet at six.' })
    const colombia = await view.dialog.findByRole('group', { name: 'Colombia' })
    expect(colombia).toHaveTextContent('Medellín')
    // Only admins choose it.
    expect(view.dialog.queryByRole('option', { name: 'Social' })).not.toBeInTheDocument()
    await completeForm(view, {
      'WhatsApp Link': link,
      Location: 'Zürich',
      'Language of the description': 'de',
      'Another language': 'en',
      'Current Member Count': '1,200+ members',
      'Join Type': 'Request to Join',
    })
    expect(getField(view, 'Current Member Count')).toHaveValue('1200')
    const preview = within(view.dialog.getByRole('region', { name: 'Preview' }))
    const name = preview.getByRole('heading', { name: 'Sunrise Swimmers' })
    expect(name).toHaveAttribute('lang', 'de')
    for (const shown of ['We meet at six.', 'Zürich, Switzerland', 'about 1,200 members']) {
      expect(preview.getByText(shown)).toBeVisible()
    }
    await view.user.click(view.dialog.getByRole('button', { name: 'Add Group' }))
    expect(view.dialog.getByText('Next: In review')).toBeVisible()
    await fillForm(view, { 'Group name 1': 'Early birds' })
    await submit(view)

    expect(await screen.findByText('Community submitted for review')).toBeInTheDocument()
    expect(view.events).toEqual(['saved', 'closed'])
    const rows = await readByLink(link)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      name: 'Sunrise Swimmers',
      description: 'We meet at six.',
      location: 'Zürich',
      requested_place: null,
      category: 'Sports',
      languages: ['de', 'en'],
      member_count: 1200,
      join_type: 'request',
      owner_id: owner.id,
      status: 'pending',
      image_url: expect.stringContaining('images.unsplash.com/photo-1461896836934'),
    })
    expect(await readGroupNames(rows[0]?.id ?? '')).toEqual(['Early birds'])
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([otherTab])
  })

  test('shows the missing fields of each step, focuses the first one and sends nothing', async () => {
    const view = await openDialog(owner)
    await waitFor(() => expect(getField(view, 'WhatsApp Link')).toHaveFocus())
    await proceed(view)
    expect(await view.dialog.findByText('Please enter a name')).toBeVisible()
    expect(getField(view, 'WhatsApp Link')).toHaveAccessibleDescription(/Please enter the/)
    expect(getField(view, 'WhatsApp Link')).toHaveFocus()

    // Enter continues, and the first field of the next step gets the focus.
    await fillForm(view, { 'WhatsApp Link': newInviteLink(), 'Community Name': 'Sunrise Swimmers' })
    fireEvent.submit(getField(view, 'Community Name'))
    await waitFor(() => expect(getField(view, 'Description')).toHaveFocus())
    await fillForm(view, { Description: 'We meet at six.' })
    await proceed(view)
    await waitFor(() => expect(getField(view, 'Location')).toHaveFocus())
    expect(getField(view, 'Category')).toHaveAccessibleDescription('Please select a category')
    await fillForm(view, { Location: 'Bali', Category: 'Sports' })
    await proceed(view)
    await waitFor(() => expect(getField(view, 'Current Member Count')).toHaveFocus())
    await submit(view)
    expect(await view.dialog.findByText('Please enter the member count')).toBeVisible()
    expect(view.dialog.getByText(/^Please confirm/)).toBeVisible()
    expect(getField(view, 'Current Member Count')).toHaveFocus()

    // Back keeps the input.
    await fillForm(view, { 'Current Member Count': 'many' })
    await openStepOf(view, 'Community Name')
    expect(getField(view, 'Community Name')).toHaveValue('Sunrise Swimmers')
    await openStepOf(view)
    expect(getField(view, 'Current Member Count')).toHaveValue('0')
    expect(view.events).toEqual([])
  })

  test("offers the name of the link's group, but replaces no name of the owner", async () => {
    const view = await openDialog(owner)
    const checks = answerLinkChecks({ state: 'live', group_name: 'Lisbon Nomads' })
    await fillForm(view, { 'WhatsApp Link': newInviteLink() })
    const name = getField(view, 'Community Name')
    await waitFor(() => expect(name).toHaveValue('Lisbon Nomads'))
    expect(view.dialog.getByText('Lisbon Nomads')).toBeVisible()
    expect(getField(view, 'WhatsApp Link')).toHaveFocus()
    answerLinkChecks({ state: 'live', group_name: 'Porto Nomads' })
    const release = holdResponses(/admin\/check-new-link/)
    await fillForm(view, { 'WhatsApp Link': newInviteLink() })
    await view.user.click(name)
    release()
    await waitFor(() => expect(name).toHaveValue('Porto Nomads'))
    // Offered just before the owner types, it is replaced, not continued.
    await view.user.keyboard('My own name')
    answerLinkChecks({ state: 'live', group_name: 'Faro Nomads' })
    await fillForm(view, { 'WhatsApp Link': newInviteLink() })
    expect(await view.dialog.findByText('Faro Nomads')).toBeVisible()
    expect(name).toHaveValue('My own name')
    // Each link is checked once.
    expect(checks.count()).toBe(1)
  })

  test('continues with a link that leads to no group or could not be checked, but not with a listed one', async () => {
    const other = await createCommunity(await createUser())
    const view = await openDialog(owner)
    const enterLink = (link: string) =>
      fillForm(view, { 'WhatsApp Link': link, 'Community Name': 'Sunrise Swimmers' })
    await enterLink('https://wa.me/491701234567')
    expect(await view.dialog.findByText(/private chat with one person/)).toBeInTheDocument()
    await enterLink(other.whatsapp_link)
    expect(
      await view.dialog.findByText('This WhatsApp link is already listed in the directory.'),
    ).toBeInTheDocument()
    await proceed(view)
    await waitFor(() => expect(getField(view, 'WhatsApp Link')).toHaveFocus())
    expect(view.dialog.getByText('Step 1 of 3')).toBeVisible()
    answerLinkChecks({ state: 'dead', group_name: null })
    await enterLink(newInviteLink())
    expect(await view.dialog.findByText(/doesn't lead to a group/)).toBeVisible()
    await proceed(view)
    expect(await view.dialog.findByText('Step 2 of 3')).toBeVisible()
    failRequests(/admin\/check-new-link/)
    await enterLink(newInviteLink())
    expect(await view.dialog.findByText(/^We couldn't check this link/)).toBeVisible()
    await proceed(view)
    expect(await view.dialog.findByText('Step 2 of 3')).toBeVisible()
  })

  test('shows at the field that the database rejected a duplicate, and keeps the input', async () => {
    const other = await createCommunity(await createUser())
    failRequests(/rpc\/is_whatsapp_link_listed/)
    const view = await openDialog(owner)
    await completeForm(view, { 'WhatsApp Link': other.whatsapp_link })
    await submit(view)
    expect(await view.dialog.findByRole('alert')).toHaveTextContent(
      'This WhatsApp link is already listed in the directory.',
    )
    // The visible message is next to the link, in the first step; the alert is for screen readers.
    expect(getField(view, 'WhatsApp Link')).toHaveAccessibleDescription(/is already listed/)
    await waitFor(() => expect(getField(view, 'WhatsApp Link')).toHaveFocus())
    expect(view.dialog.getByRole('alert')).toHaveClass('sr-only')
    expect(getField(view, 'Community Name')).toHaveValue('Sunrise Swimmers')
    expect(view.dialog.queryByRole('button', { name: 'Save mine instead' })).toBeNull()
    expect(view.events).toEqual([])
    expect(await readByLink(other.whatsapp_link)).toHaveLength(1)
  })

  test('changes no stored community when its response was lost and the form was changed', async () => {
    const [link, otherLink] = [newInviteLink(), newInviteLink()]
    const view = await openDialog(owner)
    await completeForm(view, { 'WhatsApp Link': link })
    const lost = loseResponses(/rest\/v1\/communities/)
    await submit(view)
    expect(await view.dialog.findByRole('alert')).toHaveTextContent(/Check your connection/)
    lost.restore()
    await view.user.click(view.dialog.getByRole('button', { name: 'Add Group' }))
    await fillForm(view, {
      'Community Name': 'Another',
      'WhatsApp Link': otherLink,
      'Group name 1': 'Walks',
    })
    await submit(view)
    const message = 'You have already submitted this community, with other details.'
    expect(await view.dialog.findByText(message)).toBeVisible()
    expect(await readByLink(otherLink)).toEqual([])
    await view.user.click(view.dialog.getByRole('button', { name: 'Submit as another community' }))
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readByLink(link)).toMatchObject([{ name: 'Sunrise Swimmers' }])
    const [another] = await readByLink(otherLink)
    expect(another).toMatchObject({ name: 'Another' })
    expect(await readGroupNames(another?.id ?? '')).toEqual(['Walks'])
  })
})

test('a draft keeps its step, is restored without that of another tab, and can be discarded', async () => {
  const key = `community-draft-${owner.id}/other-tab`
  const draft = { id: crypto.randomUUID(), savedAt: 1, basedOn: null, values: { name: 'Other' } }
  localStorage.setItem(key, JSON.stringify(draft))
  const view = await openDialog(owner)
  expect(getField(view, 'Community Name')).toHaveValue('')
  await fillForm(view, { 'WhatsApp Link': newInviteLink(), 'Community Name': 'Half done' })
  await openStepOf(view, 'Description')
  await view.user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Close without submitting?' })
  expect(question).toHaveTextContent('Your draft stays on this device.')
  expect(view.events).toEqual([])
  await view.user.click(screen.getByRole('button', { name: 'Close' }))
  expect(view.events).toEqual(['closed'])
  view.unmount()

  const again = await openDialog(owner)
  expect(again.dialog.getByText('Step 2 of 3')).toBeVisible()
  await openStepOf(again, 'Community Name')
  expect(getField(again, 'Community Name')).toHaveValue('Half done')
  await openStepOf(again, 'Description')
  await again.user.click(again.dialog.getByRole('button', { name: 'Start over' }))
  expect(getField(again, 'Community Name')).toHaveValue('')
  expect(again.dialog.queryByText('Draft restored')).not.toBeInTheDocument()
  expect(localStorage.getItem(key)).toBe(JSON.stringify(draft))
})

test('the image is the stock photo of the category, or an upload of at most 5MB', async () => {
  const view = await openDialog(owner)
  await fillForm(view, {
    'WhatsApp Link': newInviteLink(),
    'Community Name': 'Sunrise Swimmers',
    Description: 'We meet at six.',
    Location: 'Bali',
    Category: 'Culture',
  })
  await openStepOf(view)
  const readPhoto = () =>
    view.dialog.getByAltText('Stock photo of the category').getAttribute('src')
  expect(readPhoto()).toContain('photo-1493976040374')
  await fillForm(view, { Category: 'Sports' })
  await openStepOf(view)
  const sports = readPhoto()
  expect(sports).toContain('photo-1461896836934')

  await view.user.click(view.dialog.getByRole('button', { name: 'Remove image' }))
  expect(view.dialog.queryByRole('img', { name: /photo/ })).not.toBeInTheDocument()
  await submit(view)
  expect(await view.dialog.findByText('Please upload an image')).toBeInTheDocument()
  await view.user.click(view.dialog.getByRole('button', { name: 'Use a stock photo' }))
  expect(readPhoto()).toBe(sports)

  for (const [content, message] of [
    [new Uint8Array(5 * 1024 * 1024 + 1), 'Image must be less than 5MB'],
    ['<html><script>alert(1)</script></html>', 'Could not load image'],
  ] as const) {
    const file = new File([content], 'image.png', { type: 'image/png' })
    await view.user.upload(getField(view, 'Community Image'), file)
    await waitFor(() =>
      expect(getField(view, 'Community Image')).toHaveAccessibleDescription(new RegExp(message)),
    )
  }
})
