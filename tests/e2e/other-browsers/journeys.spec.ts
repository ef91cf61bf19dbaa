import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { addPending, removeAdded } from '../../../tooling/journeys/demo-rows.ts'
import { desktop, expect, phone, test } from './fixtures.ts'
import type { Page, Target } from './page.ts'

/*
 * The main journeys of visitor, owner and admin, in Firefox and in WebKit, the engine of every browser on
 * an iPhone: both as the system has them. Playwright drives builds of its own alone, hence `Page`.
 */

const photo = fileURLToPath(new URL('../../fixtures/phone-photo.jpg', import.meta.url))

const heading = (name: string | RegExp): Target => ({ role: 'heading', name })
const button = (name: string | RegExp, around?: Target): Target => ({
  role: 'button',
  name,
  in: around,
})
const dialog = (name: string): Target => ({ role: 'dialog', name })
const asked = dialog('Sign in')

async function signIn(page: Page, email: string) {
  await page.type({ role: 'textbox', name: 'Email', in: asked }, email)
  await page.type({ label: /^Password/, in: asked }, 'travel-together')
  await page.click(button('Sign in', asked))
  await page.misses(asked)
}

async function openAdmin(page: Page, path = '/admin') {
  await page.open(path)
  await signIn(page, 'admin@example.com')
  await page.sees(heading('Admin Dashboard'))
}

test('an owner lists a community, an admin approves it, and the owner sees it approved', async ({
  openPage,
  request,
}) => {
  const name = 'Table Mountain Early Birds'
  const owner = await openPage(phone)
  const row: Target = { role: 'listitem', has: name }

  await test.step('the owner creates an account on the way to the community', async () => {
    await owner.open('/')
    await owner.click({ role: 'link', name: 'List your community' })
    await owner.click(button('Create an account'))
    await owner.type({ role: 'textbox', name: 'Name' }, 'Noor')
    await owner.type({ role: 'textbox', name: 'Email' }, 'noor@example.com')
    await owner.type({ label: /^Password/ }, 'long-walks-at-5')
    await owner.click(button('Create account'))
  })

  await test.step('and fills the community, with an image', async () => {
    const form = dialog('List your community')
    const field = (label: string | RegExp, role = 'textbox'): Target => ({
      role,
      name: label,
      in: form,
    })
    await owner.type(field('Community Name'), name)
    await owner.type(field('Description'), 'We walk up before the sun does, every Thursday.')
    await owner.choose(field('Location', 'combobox'), 'Cape Town')
    await owner.choose(field('Category', 'combobox'), 'Sports')
    await owner.type(field('Current Member Count', 'spinbutton'), '42')
    await owner.type(field('WhatsApp Link'), 'https://chat.whatsapp.com/JourneyAbcdefghij01234')
    await owner.chooseImage(photo)
    await owner.sees({ text: /^Image compressed to [\d.]+MB$/, in: form })
    await owner.click(button('Add Group', form))
    await owner.type(field(/^Group name/), 'Thursday hikers')
    await owner.click({ role: 'checkbox', in: form })
    await owner.click(button('Submit for review', form))
  })

  await test.step('it is pending on the profile, and its image is the one in storage', async () => {
    await owner.sees({ text: 'Pending', in: row })
    await owner.isAt('/profile')
    const images = () => owner.run(readImages)
    await expect
      .poll(images)
      .toEqual([{ width: 1200, src: expect.stringMatching(/\/[\w-]+\/\d+-compressed\.jpg$/) }])
    const [image] = z.array(z.object({ src: z.string() })).parse(await images())
    const stored = await request.get(image?.src ?? '')
    expect(stored.headers()['content-type']).toBe('image/jpeg')
    expect((await stored.body()).subarray(0, 3).toString('hex')).toBe('ffd8ff')
  })

  await test.step('the demo admin approves it', async () => {
    const desk = await openPage(desktop)
    await openAdmin(desk)
    await desk.click(button(`Approve ${name}`))
    await desk.sees({ text: 'Community approved successfully' })
    await desk.sees({ text: 'Approved', in: { role: 'row', has: name } })
    await desk.misses(button(`Approve ${name}`))
  })

  await test.step('the owner sees it approved', async () => {
    await owner.reload()
    await owner.sees({ text: 'Approved', in: row })
  })
})

/** Runs in the page. @returns the images of the owner's communities, once they are drawn */
function readImages() {
  return Array.from(document.querySelectorAll<HTMLImageElement>('main li img'), (image) => ({
    width: image.naturalWidth,
    src: image.src,
  }))
}

test('whoever is not signed in is asked to, and brought to where they wanted', async ({
  openPage,
}) => {
  const page = await openPage(phone)
  await page.open('/profile')
  await signIn(page, 'mei@example.com')
  await page.sees(heading('My Communities'))
  await page.isAt('/profile')
  await page.open('/admin')
  await page.sees({ text: 'Access denied' })
  await page.isAt('/')
})

test('a session in the address signs in, and signing out leaves nothing behind', async ({
  openPage,
  request,
  app,
}) => {
  const page = await openPage(phone)
  const answer = await request.post(`${app.url}/auth/v1/token?grant_type=password`, {
    headers: { apikey: app.backend.publishableKey },
    data: { email: 'luca@example.com', password: 'travel-together' },
  })
  const session = z.object({ access_token: z.string(), refresh_token: z.string() })
  const fragment = new URLSearchParams({
    ...session.parse(await answer.json()),
    expires_in: '3600',
    token_type: 'bearer',
    type: 'magiclink',
  })
  await page.open(`/profile#${fragment.toString()}`)
  await page.sees(heading('Profile Settings'))
  await page.isAt('/profile')
  await page.click(button(/^Account menu/))
  await page.click({ role: 'menuitem', name: 'Sign out' })
  await page.sees(button('Sign in', { role: 'banner' }))
  const stored = () => [...Object.keys(localStorage), ...document.cookie.split(';')].join()
  await expect.poll(() => page.run(stored)).toBe('')
})

test('the queue is worked off with the keyboard alone', async ({ openPage, app }) => {
  await addPending(app.backend, ['Queue one', 'Queue two', 'Queue three'])
  const page = await openPage(desktop)
  await openAdmin(page, '/admin?view=queue')
  await page.sees(heading('Queue one'))
  await page.press('a')
  await page.sees(heading('Queue two'))
  await page.press('r')
  await page.sees(dialog('Reject community'))
  await page.press('5')
  await page.press('Enter')
  await page.sees({ text: 'Community rejected successfully' })
  await page.sees(heading('Queue three'))
  await page.press('u')
  await page.sees({ text: 'Decision undone' })
  const { rows } = await app.backend.connection.driver.query(
    `select name, status from public.communities where name like 'Queue%' order by created_at`,
  )
  expect(rows).toEqual([
    { name: 'Queue one', status: 'approved' },
    { name: 'Queue two', status: 'pending' },
    { name: 'Queue three', status: 'pending' },
  ])
  await removeAdded(app.backend)
})

test('dates of the database read as dates', async ({ openPage }) => {
  const page = await openPage(desktop)
  await openAdmin(page)
  const dates = async () =>
    (await page.texts({ role: 'cell', name: /^\w{3} \d{1,2}, \d{4}$/ })).length
  const rows = async () => (await page.texts({ role: 'row' })).length - 1
  await page.sees({ role: 'table', name: 'Communities' })
  expect(await dates()).toBe(await rows())
  expect(await dates()).toBeGreaterThan(5)
  await page.click({ role: 'tab', name: /^Users/ })
  await page.sees({ role: 'table', name: 'Users' })
  expect(await dates()).toBe(await rows())
})

test('a chosen theme is remembered, and the business form sends nothing', async ({ openPage }) => {
  const page = await openPage(phone)
  await page.open('/')
  await page.click(button('Dark'))
  await page.open('/business-partnership')
  const theme = () => document.documentElement.dataset['theme']
  expect(await page.run(theme)).toBe('dark')
  await page.type({ role: 'textbox', name: 'Company Name' }, 'Sunny Hostel')
  await page.type({ role: 'textbox', name: 'Work Email' }, 'host@example.com')
  await page.type({ label: /^Password/ }, 'very-secret-99')
  await page.click(button('Get Started'))
  await page.sees({ text: /^Nothing was sent/ })
})
