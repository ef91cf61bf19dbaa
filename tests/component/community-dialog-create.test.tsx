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

/** Fills in the first two steps, and opens the last one. */
async function openLastStep(view: View) {
  await fillForm(view, {
    'WhatsApp Link': newInviteLink(),
    'Community Name': 'Sunrise Swimmers',
    Description: 'We meet at six.',
    Location: 'Bali',
    Category: 'Sports',
  })
  await openStepOf(view)
}

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
    await waitFor(() => expect(getField(view, 'Community Name')).toHaveValue('Lisbon Nomads'))
    expect(view.dialog.getByText('Lisbon Nomads')).toBeVisible()
    expect(getField(view, 'WhatsApp Link')).toHaveFocus()
    answerLinkChecks({ state: 'live', group_name: 'Porto Nomads' })
    await fillForm(view, { 'WhatsApp Link': newInviteLink() })
    await waitFor(() => expect(getField(view, 'Community Name')).toHaveValue('Porto Nomads'))
    await fillForm(view, { 'Community Name': 'My own name', 'WhatsApp Link': newInviteLink() })
    expect(await view.dialog.findByText('Porto Nomads')).toBeVisible()
    expect(getField(view, 'Community Name')).toHaveValue('My own name')
    // Each link is checked once.
    await fillForm(view, { Description: 'We meet at six.' })
    expect(checks.count()).toBe(1)
  })

  test('a name that is offered just before the owner types is replaced, not continued', async () => {
    const view = await openDialog(owner)
    answerLinkChecks({ state: 'live', group_name: 'Lisbon Nomads' })
    const release = holdResponses(/admin\/check-new-link/)
    await fillForm(view, { 'WhatsApp Link': newInviteLink() })
    const name = getField(view, 'Community Name')
    await view.user.click(name)
    release()
    await waitFor(() => expect(name).toHaveValue('Lisbon Nomads'))
    await view.user.keyboard('My own name')
    expect(name).toHaveValue('My own name')
  })

  test('says that a link leads to no group or could not be checked, and continues', async () => {
    const view = await openDialog(owner)
    answerLinkChecks({ state: 'dead', group_name: null })
    await fillForm(view, { 'Community Name': 'Sunrise Swimmers', 'WhatsApp Link': newInviteLink() })
    expect(await view.dialog.findByText(/doesn't lead to a group/)).toBeVisible()
    await proceed(view)
    expect(await view.dialog.findByText('Step 2 of 3')).toBeVisible()
    failRequests(/admin\/check-new-link/)
    await fillForm(view, { 'WhatsApp Link': newInviteLink() })
    expect(await view.dialog.findByText(/^We couldn't check this link/)).toBeVisible()
    await proceed(view)
    expect(await view.dialog.findByText('Step 2 of 3')).toBeVisible()
  })

  test('reports on blur that a link is not an invite link or is already listed', async () => {
    const other = await createCommunity(await createUser())
    const view = await openDialog(owner)
    await fillForm(view, { 'WhatsApp Link': 'https://wa.me/491701234567', 'Community Name': 'x' })
    expect(await view.dialog.findByText(/private chat with one person/)).toBeInTheDocument()
    await fillForm(view, { 'WhatsApp Link': other.whatsapp_link, 'Community Name': 'x' })
    expect(
      await view.dialog.findByText('This WhatsApp link is already listed in the directory.'),
    ).toBeInTheDocument()
    await proceed(view)
    await waitFor(() => expect(getField(view, 'WhatsApp Link')).toHaveFocus())
    expect(view.dialog.getByText('Step 1 of 3')).toBeVisible()
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

  describe('when its response was lost', () => {
    async function submitAndLose() {
      const link = newInviteLink()
      const view = await openDialog(owner)
      await completeForm(view, { 'WhatsApp Link': link })
      const lost = loseResponses(/rest\/v1\/communities/)
      await submit(view)
      expect(await view.dialog.findByRole('alert')).toHaveTextContent(/Check your connection/)
      lost.restore()
      return { view, link }
    }
    const findAlert = (view: Awaited<ReturnType<typeof openDialog>>) =>
      view.dialog.findByText('You have already submitted this community, with other details.')

    test('a changed form does not change the stored community before the user agrees', async () => {
      const { view, link } = await submitAndLose()
      await fillForm(view, { 'Community Name': 'Sunset Swimmers' })
      await submit(view)
      expect(await findAlert(view)).toBeVisible()
      expect(await readByLink(link)).toMatchObject([{ name: 'Sunrise Swimmers' }])
      await view.user.click(view.dialog.getByRole('button', { name: 'Save mine instead' }))
      await waitFor(() => expect(view.events).toContain('saved'))
      expect(await readByLink(link)).toMatchObject([{ name: 'Sunset Swimmers' }])
    })

    test('a form with another link can be submitted as another community', async () => {
      const { view, link } = await submitAndLose()
      const otherLink = newInviteLink()
      await view.user.click(view.dialog.getByRole('button', { name: 'Add Group' }))
      await fillForm(view, {
        'Community Name': 'Another',
        'WhatsApp Link': otherLink,
        'Group name 1': 'Walks',
      })
      await submit(view)
      expect(await findAlert(view)).toBeVisible()
      expect(await readByLink(otherLink)).toEqual([])
      await view.user.click(
        view.dialog.getByRole('button', { name: 'Submit as another community' }),
      )
      await waitFor(() => expect(view.events).toContain('saved'))
      expect(await readByLink(link)).toMatchObject([{ name: 'Sunrise Swimmers' }])
      const [another] = await readByLink(otherLink)
      expect(another).toMatchObject({ name: 'Another' })
      expect(await readGroupNames(another?.id ?? '')).toEqual(['Walks'])
    })
  })
})

describe('a draft', () => {
  test('keeps its step, is restored, and can be discarded', async () => {
    const view = await openDialog(owner)
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
  })

  test('of another tab stays there', async () => {
    const key = `community-draft-${owner.id}/other-tab`
    const draft = { id: crypto.randomUUID(), savedAt: 1, basedOn: null, values: { name: 'Other' } }
    localStorage.setItem(key, JSON.stringify(draft))
    const view = await openDialog(owner)
    expect(getField(view, 'Community Name')).toHaveValue('')
    await fillForm(view, { 'Community Name': 'Own' })
    await view.user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    await view.user.click(await screen.findByRole('button', { name: 'Close' }))
    view.unmount()
    expect(getField(await openDialog(owner), 'Community Name')).toHaveValue('Own')
    expect(localStorage.getItem(key)).toBe(JSON.stringify(draft))
  })
})

test('the stock photo follows the category, and can be removed and chosen again', async () => {
  const view = await openDialog(owner)
  await openLastStep(view)
  const readPhoto = () =>
    view.dialog.getByAltText('Stock photo of the category').getAttribute('src')
  const sports = readPhoto()
  await fillForm(view, { Category: 'Culture' })
  await openStepOf(view)
  expect(readPhoto()).toContain('photo-1493976040374')
  await fillForm(view, { Category: 'Sports' })
  await openStepOf(view)
  expect(readPhoto()).toBe(sports)

  await view.user.click(view.dialog.getByRole('button', { name: 'Remove image' }))
  expect(view.dialog.queryByRole('img', { name: /photo/ })).not.toBeInTheDocument()
  await submit(view)
  expect(await view.dialog.findByText('Please upload an image')).toBeInTheDocument()
  await view.user.click(view.dialog.getByRole('button', { name: 'Use a stock photo' }))
  expect(readPhoto()).toBe(sports)
})

test('the image field rejects an image over 5MB and a file that is not an image', async () => {
  const view = await openDialog(owner)
  await openLastStep(view)
  const upload = (content: BlobPart) =>
    view.user.upload(
      getField(view, 'Community Image'),
      new File([content], 'image.png', { type: 'image/png' }),
    )
  await upload(new Uint8Array(5 * 1024 * 1024 + 1))
  const alert = await view.dialog.findByRole('alert')
  expect(alert).toHaveTextContent('Image must be less than 5MB')
  await upload('<html><script>alert(1)</script></html>')
  await waitFor(() =>
    expect(view.dialog.getByRole('alert')).toHaveTextContent('Could not load image'),
  )
  expect(await screen.findByText('Could not load image')).toBeInTheDocument()
})
