import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCommunity, newInviteLink } from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { fillForm, getField, openDialog, readGroupNames } from './community-dialog-app.tsx'
import { interceptRequests, loseResponses } from './requests.ts'

let owner: TestUser
beforeAll(async () => {
  owner = await createUser()
})

const formValues = () => ({
  'Community Name': 'Sunrise Swimmers',
  Description: 'We meet at six.',
  Location: 'Zürich',
  Category: 'Sports',
  'Language of the description': 'de',
  'Current Member Count': '1,200+ members',
  'Join Type': 'Request to Join',
})

async function readByLink(whatsapp_link: string) {
  const { data } = await createSecretClient()
    .from('communities')
    .select()
    .eq('whatsapp_link', whatsapp_link)
    .throwOnError()
  return data
}

async function completeForm(view: Awaited<ReturnType<typeof openDialog>>, link: string) {
  await fillForm(view, { ...formValues(), 'WhatsApp Link': link })
  await view.user.click(view.dialog.getByRole('button', { name: 'Use a stock photo' }))
  await view.user.click(view.dialog.getByRole('checkbox'))
}

const submit = async ({ dialog, user }: Awaited<ReturnType<typeof openDialog>>) =>
  user.click(dialog.getByRole('button', { name: 'Submit for review' }))

describe('the form for a new community', () => {
  test('stores the community for review, with two languages, its groups and a normalized link', async () => {
    const link = newInviteLink()
    const view = await openDialog(owner)
    await completeForm(view, `Join us: ${link}?mode=ac_t`)
    await waitFor(() => expect(getField(view, 'WhatsApp Link')).toHaveValue(link))
    expect(getField(view, 'Current Member Count')).toHaveValue('1200')
    await view.user.click(view.dialog.getByRole('button', { name: 'Add Group' }))
    await fillForm(view, { 'Another language': 'en', 'Group name 1': 'Early birds' })
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
  })

  test('shows every missing field and sends nothing while it is empty', async () => {
    const view = await openDialog(owner)
    await submit(view)
    for (const message of [
      'Please enter a name',
      'Please enter a description',
      'Please select a location',
      'Please select a category',
      'Please enter the WhatsApp link',
      'Please upload an image',
      'Please confirm that you may publish this link',
    ]) {
      expect(await view.dialog.findByText(message)).toBeInTheDocument()
    }
    expect(getField(view, 'Community Name')).toHaveFocus()
    expect(getField(view, 'Category')).toHaveAccessibleDescription('Please select a category')
    expect(view.events).toEqual([])
  })

  test('focuses the first missing field', async () => {
    const view = await openDialog(owner)
    await fillForm(view, { 'Community Name': 'Sunrise Swimmers', Description: 'We meet at six.' })
    await submit(view)
    await waitFor(() => expect(getField(view, 'Location')).toHaveFocus())
    await fillForm(view, { Location: 'Bali', Category: 'Sports' })
    await submit(view)
    await waitFor(() => expect(getField(view, 'WhatsApp Link')).toHaveFocus())
  })

  test('focuses the name, and counts characters towards the limit', async () => {
    const view = await openDialog(owner)
    expect(getField(view, 'Community Name')).toHaveFocus()
    await view.user.keyboard('Ana')
    expect(view.dialog.getByText('3 / 100')).toBeVisible()
    await view.user.click(getField(view, 'Description'))
    expect(view.dialog.getByText('0 / 2,000')).toBeVisible()
  })

  test('offers seven categories to owners and eight to admins', async () => {
    const view = await openDialog(owner)
    expect(view.dialog.queryByRole('option', { name: 'Social' })).not.toBeInTheDocument()
    view.unmount()
    const asAdmin = await openDialog(owner, { role: 'admin' })
    expect(asAdmin.dialog.getByRole('option', { name: 'Social' })).toBeInTheDocument()
  })

  test('groups locations by country', async () => {
    const view = await openDialog(owner)
    const colombia = await view.dialog.findByRole('group', { name: 'Colombia' })
    expect(colombia).toHaveTextContent('Medellín')
  })

  test('explains on blur that a link is not an invite link', async () => {
    const view = await openDialog(owner)
    await fillForm(view, { 'WhatsApp Link': 'https://wa.me/491701234567', Description: 'x' })
    expect(await view.dialog.findByText(/private chat with one person/)).toBeInTheDocument()
  })

  test('reports on blur that a link is already listed', async () => {
    const other = await createCommunity(await createUser())
    const view = await openDialog(owner)
    await fillForm(view, { 'WhatsApp Link': other.whatsapp_link, Description: 'x' })
    expect(
      await view.dialog.findByText('This WhatsApp link is already listed in the directory.'),
    ).toBeInTheDocument()
  })

  test('rejects a duplicate on submitting, and keeps the input', async () => {
    const other = await createCommunity(await createUser())
    interceptRequests(/rpc\/is_whatsapp_link_listed/, () => new Response('{}', { status: 500 }))
    const view = await openDialog(owner)
    await completeForm(view, other.whatsapp_link)
    await submit(view)
    expect(await view.dialog.findByRole('alert')).toHaveTextContent(
      'This WhatsApp link is already listed in the directory.',
    )
    // The visible message is next to the link; the alert is for screen readers.
    expect(getField(view, 'WhatsApp Link')).toHaveAccessibleDescription(/is already listed/)
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
      await completeForm(view, link)
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
      expect(getField(view, 'Community Name')).toHaveValue('Sunset Swimmers')
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
  test('is saved on closing, restored, and can be discarded', async () => {
    const view = await openDialog(owner)
    await fillForm(view, { 'Community Name': 'Half done' })
    await view.user.click(view.dialog.getByRole('button', { name: 'Cancel' }))
    const question = await screen.findByRole('alertdialog', { name: 'Close without submitting?' })
    expect(question).toHaveTextContent('Your draft stays on this device.')
    expect(view.events).toEqual([])
    await view.user.click(screen.getByRole('button', { name: 'Close' }))
    expect(view.events).toEqual(['closed'])
    view.unmount()

    const again = await openDialog(owner)
    expect(getField(again, 'Community Name')).toHaveValue('Half done')
    await again.user.click(again.dialog.getByRole('button', { name: 'Start over' }))
    expect(getField(again, 'Community Name')).toHaveValue('')
    again.unmount()

    const third = await openDialog(owner)
    expect(getField(third, 'Community Name')).toHaveValue('')
    expect(third.dialog.queryByText('Draft restored')).not.toBeInTheDocument()
  })

  describe('of another tab', () => {
    const key = (name: string) => `community-draft-${owner.id}/${name}`
    const storeDraft = (storageKey: string, name: string, savedAt: number) =>
      localStorage.setItem(
        storageKey,
        JSON.stringify({ id: crypto.randomUUID(), savedAt, basedOn: null, values: { name } }),
      )
    const storedNames = () =>
      Object.values(localStorage).flatMap(
        (item) => /"values":\{"name":"([^"]+)"/.exec(String(item))?.[1] ?? [],
      )

    test('is restored if it is the newest, and the others stay stored', async () => {
      storeDraft(key('one'), 'Older', 1)
      storeDraft(key('two'), 'Newest', 3)
      storeDraft(key('three'), 'Newer', 2)
      const view = await openDialog(owner)
      expect(getField(view, 'Community Name')).toHaveValue('Newest')
      await view.user.click(view.dialog.getByRole('button', { name: 'Start over' }))
      expect(storedNames().toSorted()).toEqual(['Newer', 'Older'])
    })

    test('is kept when this tab stores and submits its own', async () => {
      const view = await openDialog(owner)
      const link = newInviteLink()
      storeDraft(key('other'), 'Typed in the other tab', Date.now())
      await completeForm(view, link)
      await submit(view)
      await waitFor(() => expect(view.events).toContain('saved'))
      expect(storedNames()).toEqual(['Typed in the other tab'])
    })

    test('that an earlier release stored is restored once', async () => {
      storeDraft(`community-draft-${owner.id}`, 'Stored by an earlier release', 1)
      const view = await openDialog(owner)
      expect(getField(view, 'Community Name')).toHaveValue('Stored by an earlier release')
      await view.user.click(view.dialog.getByRole('button', { name: 'Start over' }))
      view.unmount()
      expect(getField(await openDialog(owner), 'Community Name')).toHaveValue('')
    })
  })

  test('is stored per user', async () => {
    const view = await openDialog(owner)
    await fillForm(view, { 'Community Name': 'Mine' })
    await view.user.keyboard('{Escape}')
    await view.user.click(await screen.findByRole('button', { name: 'Close' }))
    view.unmount()
    const other = await openDialog(await createUser())
    expect(getField(other, 'Community Name')).toHaveValue('')
  })
})

const openWithFile = async (file: File) => {
  const view = await openDialog(owner)
  await view.user.upload(getField(view, 'Community Image'), file)
  return view
}

describe('a stock photo', () => {
  const getStockPhoto = ({ dialog }: Awaited<ReturnType<typeof openDialog>>) =>
    dialog.getByAltText('Stock photo of the category')

  test('follows the category', async () => {
    const view = await openDialog(owner)
    await view.user.click(view.dialog.getByRole('button', { name: 'Use a stock photo' }))
    const exploration = getStockPhoto(view).getAttribute('src')
    await fillForm(view, { Category: 'Culture' })
    expect(getStockPhoto(view)).toHaveAttribute(
      'src',
      expect.stringContaining('photo-1493976040374'),
    )
    await fillForm(view, { Category: 'Sports' })
    expect(getStockPhoto(view)).toHaveAttribute(
      'src',
      expect.stringContaining('photo-1461896836934'),
    )
    await fillForm(view, { Category: '' })
    expect(getStockPhoto(view)).toHaveAttribute('src', exploration)
  })

  test('can be removed, and then an image is required', async () => {
    const view = await openDialog(owner)
    await view.user.click(view.dialog.getByRole('button', { name: 'Use a stock photo' }))
    await view.user.click(view.dialog.getByRole('button', { name: 'Remove image' }))
    expect(view.dialog.queryByRole('img', { name: /photo/ })).not.toBeInTheDocument()
    await submit(view)
    expect(await view.dialog.findByText('Please upload an image')).toBeInTheDocument()
  })
})

describe('the image field', () => {
  test('rejects an image over 5MB', async () => {
    const view = await openWithFile(
      new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }),
    )
    expect(await view.dialog.findByRole('alert')).toHaveTextContent('Image must be less than 5MB')
  })

  test.each([
    ['an empty file', ''],
    ['a web page named like an image', '<html><script>alert(1)</script></html>'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('rejects %s', async (_case, content) => {
    const view = await openWithFile(new File([content], 'image.png', { type: 'image/png' }))
    expect(await view.dialog.findByRole('alert')).toHaveTextContent('Could not load image')
    expect(await screen.findByText('Could not load image')).toBeInTheDocument()
  })
})
