import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { doublePressMs } from '../../../src/features/moderation/queue/double-press.ts'
import { addPending } from '../../../tooling/journeys/demo-rows.ts'
import { desktop, expect, phone, test } from './fixtures.ts'
import type { Page, Target } from './page.ts'

/*
 * The main journeys, in Chromium, in Firefox and in WebKit, the engine of Safari. They run in the system's browsers
 * through `Page`, because Playwright supports only its own builds of the last two.
 */

const photo = fileURLToPath(new URL('../../fixtures/phone-photo.jpg', import.meta.url))

const heading = (name: string | RegExp): Target => ({ role: 'heading', name })
const button = (name: string | RegExp, container?: Target): Target => ({
  role: 'button',
  name,
  in: container,
})
const dialog = (name: string): Target => ({ role: 'dialog', name })
async function openAdmin(page: Page, path = '/admin?view=all') {
  await page.open(path)
  await page.signIn('admin@example.com')
  await page.waitFor(heading('Admin Dashboard'))
}

test('an owner lists a community, an admin approves it, and the owner sees the approval', async ({
  openPage,
  request,
  app,
}) => {
  const name = 'Table Mountain Early Birds'
  const owner = await openPage(phone)
  const row: Target = { role: 'listitem', has: name }

  await test.step('the owner creates an account', async () => {
    await owner.open('/')
    await owner.click({ role: 'link', name: 'List your community', in: { role: 'banner' } })
    await owner.click(button('Use a password instead'))
    await owner.click(button('Create an account'))
    await owner.type({ role: 'textbox', name: 'Name' }, 'Noor')
    await owner.type({ role: 'textbox', name: 'Email' }, 'noor@example.com')
    await owner.type({ label: /^Password/ }, 'long-walks-at-5')
    await owner.click(button('Create account'))
  })

  await test.step('the owner fills in the form, with an image', async () => {
    const form = dialog('List your community')
    const field = (label: string | RegExp, role = 'textbox'): Target => ({
      role,
      name: label,
      in: form,
    })
    await owner.type(field('WhatsApp Link'), 'https://chat.whatsapp.com/JourneyAbcdefghij01234')
    await owner.type(field('Community Name'), name)
    await owner.click(button('Continue', form))
    await owner.type(field('Description'), 'We walk up before the sun does, every Thursday.')
    await owner.choose(field('Location', 'combobox'), 'Cape Town')
    await owner.choose(field('Category', 'combobox'), 'Sports')
    await owner.click(button('Continue', form))
    await owner.type(field('Current Member Count'), '1,200+')
    await owner.chooseImage(photo)
    await owner.waitFor({ text: /^Image compressed to [\d.]+MB$/, in: form })
    await owner.click(button('Add Group', form))
    await owner.type(field(/^Group name/), 'Thursday hikers')
    await owner.click({ role: 'checkbox', in: form })
    await owner.click(button('Submit for review', form))
  })

  await test.step('the community is pending, and its image is stored as a JPEG', async () => {
    await owner.waitFor({ text: 'Pending', in: row })
    await owner.waitFor({ text: /1,200 members/, in: row })
    await owner.waitForPath('/profile')
    const images = () => owner.run(readImages)
    await expect
      .poll(images)
      .toEqual([{ width: 480, src: expect.stringMatching(/\/[\w-]+\/\d+-480\.jpg$/) }])
    const [image] = z.array(z.object({ src: z.string() })).parse(await images())
    const stored = await request.get(image?.src.replace('-480.', '-compressed.') ?? '')
    expect(stored.headers()['content-type']).toBe('image/jpeg')
    const body = await stored.body()
    expect(body.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    const { rows } = await app.backend.connection.driver.query(
      `select g.name, (o.metadata ->> 'size')::int as size
       from communities c
       join community_groups g on g.community_id = c.id
       join storage.objects o on c.image_url like '%' || o.name
       where c.name = $1`,
      [name],
    )
    expect(rows).toEqual([{ name: 'Thursday hikers', size: body.byteLength }])
  })

  await test.step('an admin approves it', async () => {
    const admin = await openPage(desktop)
    await openAdmin(admin)
    await admin.waitFor({ text: 'noor@example.com', in: { role: 'row', has: name } })
    await admin.click(button(`Approve ${name}`))
    await admin.waitFor({ text: 'Community approved successfully' })
    await admin.waitFor({ text: 'Approved', in: { role: 'row', has: name } })
    await admin.waitUntilGone(button(`Approve ${name}`))
  })

  await test.step('the owner sees the approval', async () => {
    await owner.reload()
    await owner.waitFor({ text: 'Approved', in: row })
  })
})

/** Returns the images of the owner's communities. Runs in the page. */
function readImages() {
  return Array.from(document.querySelectorAll<HTMLImageElement>('main li img'), (image) => ({
    width: image.naturalWidth,
    src: image.src,
  }))
}

test('a session in the URL signs in, and signing out leaves nothing in the browser', async ({
  openPage,
  request,
  app,
}) => {
  const page = await openPage(phone)
  const response = await request.post(`${app.url}/auth/v1/token?grant_type=password`, {
    headers: { apikey: app.backend.publishableKey },
    data: { email: 'luca@example.com', password: 'travel-together' },
  })
  const session = z.object({ access_token: z.string(), refresh_token: z.string() })
  const fragment = new URLSearchParams({
    ...session.parse(await response.json()),
    expires_in: '3600',
    token_type: 'bearer',
    type: 'magiclink',
  })
  await page.open(`/profile#${fragment.toString()}`)
  await page.waitFor(heading('My Communities'))
  await page.waitForPath('/profile')
  await page.click(button(/^Account menu/))
  await page.click({ role: 'menuitem', name: 'Sign out' })
  await page.waitFor(button('Sign in', { role: 'banner' }))
  const stored = () => [...Object.keys(localStorage), ...document.cookie.split(';')].join()
  await expect.poll(() => page.run(stored)).toBe('')
})

test('an admin reviews the queue with the keyboard', async ({ openPage, app }) => {
  await addPending(app.backend, ['Queue one', 'Queue two', 'Queue three'])
  const page = await openPage(desktop)
  await openAdmin(page, '/admin?view=queue')
  await page.waitFor(heading('Queue one'))
  await page.press('a')
  await page.waitFor(heading('Queue two'))
  // Sooner, it would count as the second press of a double click.
  const shownAt = Number(await page.run(() => performance.now()))
  await expect
    .poll(() => page.run(() => performance.now()))
    .toBeGreaterThan(shownAt + doublePressMs)
  // A reviewer who knows the keys does not wait for the dialog.
  await page.press('r')
  await page.press('5')
  await page.press('Enter')
  await page.waitFor({ text: 'Community rejected successfully' })
  await page.waitFor(heading('Queue three'))
  await page.press('u')
  await page.waitFor({ text: 'Decision undone' })
  const { rows } = await app.backend.connection.driver.query(
    `select name, status from public.communities where name like 'Queue%' order by created_at`,
  )
  expect(rows).toEqual([
    { name: 'Queue one', status: 'approved' },
    { name: 'Queue two', status: 'pending' },
    { name: 'Queue three', status: 'pending' },
  ])
})

test('the theme is stored', async ({ openPage }) => {
  const page = await openPage(phone)
  const theme = () => page.run(() => document.documentElement.dataset['theme'])
  await page.open('/')
  await page.click(button('Dark'))
  // A click that was too early takes effect once the app has started.
  await expect.poll(theme).toBe('dark')
  await page.open('/business-partnership')
  expect(await theme()).toBe('dark')
})
