import { expect, test } from './fixtures.ts'
import { addCommunity, addReport } from '../../tooling/journeys/demo-rows.ts'
import { keyboardFor } from './keyboard.ts'
import { openAdmin, openProfile, signIn } from '../../tooling/journeys/sign-in.ts'

test('an owner signs up, lists a community and deletes the account with the keyboard alone', async ({
  page,
  app,
}) => {
  const { focus, press, type, expectFocusKept } = keyboardFor(page)
  const readCommunity = async () => {
    const { rows } = await app.backend.connection.driver.query(
      `select name, location, category, member_count, whatsapp_link from public.communities
       where whatsapp_link = 'https://chat.whatsapp.com/KeyboardAbcdefghij0123'`,
    )
    return rows
  }

  await test.step('skips the header and signs up', async () => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
    await press(page.getByRole('link', { name: 'List your community' }))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await press(dialog.getByRole('button', { name: 'Create an account' }))
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await type(dialog.getByLabel('Name'), 'Kim')
    await type(dialog.getByLabel('Email'), 'kim@example.com')
    await type(dialog.getByLabel('Password', { exact: true }), 'tab-and-enter-2')
    await page.keyboard.press('Enter')
  })

  await test.step('lists a community', async () => {
    const dialog = page.getByRole('dialog', { name: 'List your community' })
    await expect(dialog.getByLabel('Community Name')).toBeFocused()
    await type(dialog.getByLabel('Community Name'), 'Keyboard Hikers')
    await type(dialog.getByRole('textbox', { name: 'Description' }), 'We never touch a mouse.')
    await focus(dialog.getByLabel('Location'))
    await page.keyboard.type('Bali')
    await focus(dialog.getByLabel('Category'))
    await page.keyboard.type('Sports')
    await type(dialog.getByLabel('Current Member Count'), '17')
    await type(
      dialog.getByLabel('WhatsApp Link'),
      'see https://chat.whatsapp.com/invite/KeyboardAbcdefghij0123?mode=x thanks',
    )
    await press(dialog.getByRole('button', { name: 'Use a stock photo' }))
    await press(dialog.getByRole('button', { name: 'Add Group' }))
    await type(dialog.getByLabel(/^Group name/), 'Left-handed')
    await focus(dialog.getByLabel(/may be published/))
    await page.keyboard.press('Space')
    await press(dialog.getByRole('button', { name: 'Submit for review' }))
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { name: 'Keyboard Hikers' })).toBeVisible()
    expect(await readCommunity()).toEqual([
      {
        name: 'Keyboard Hikers',
        location: 'Bali',
        category: 'Sports',
        member_count: 17,
        whatsapp_link: 'https://chat.whatsapp.com/KeyboardAbcdefghij0123',
      },
    ])
    // Toasts appear at the top right.
    const position = await page.getByText('Community submitted for review').boundingBox()
    expect(position?.y).toBeLessThan(140)
    expect((position?.x ?? 0) + (position?.width ?? 0)).toBeGreaterThan(1100)
  })

  await test.step('edits the profile', async () => {
    await press(page.getByRole('button', { name: 'Edit Profile' }))
    await expect(page.getByLabel('Full Name')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Kim Tabb')
    await type(page.getByLabel('Phone'), '+41 76 555 01 99')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
    await expect(page.getByText('Kim Tabb').last()).toBeVisible()
  })

  await test.step('edits the community, and the focus returns to the button', async () => {
    const edit = page.getByRole('button', { name: 'Edit Keyboard Hikers' })
    await press(edit)
    const dialog = page.getByRole('dialog', { name: 'Edit Community' })
    await expect(dialog.getByLabel('Community Name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(edit).toBeFocused()
    await page.keyboard.press('Enter')
    await type(dialog.getByLabel('Current Member Count'), '18')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Community updated successfully')).toBeVisible()
    expect(await readCommunity()).toMatchObject([{ member_count: 18 }])
  })

  await test.step('deletes the community, and the focus is not lost with its row', async () => {
    await press(page.getByRole('button', { name: 'Delete Keyboard Hikers' }))
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
    // Roles are hidden behind an open dialog, so wait until it has closed.
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Keyboard Hikers' })).toBeHidden()
    expect(await readCommunity()).toEqual([])
    await expectFocusKept()
  })

  await test.step('signs out and in again, and deletes the account', async () => {
    await press(page.getByRole('button', { name: /^Account menu/ }))
    await expect(page.getByRole('menu')).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page.getByRole('banner').getByRole('button', { name: 'Sign in' }))
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await type(dialog.getByLabel('Email'), 'kim@example.com')
    await type(dialog.getByLabel('Password', { exact: true }), 'tab-and-enter-2')
    await page.keyboard.press('Enter')
    await press(page.getByRole('button', { name: /^Account menu/ }))
    await expect(page.getByRole('menu')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page.getByRole('button', { name: 'Delete Account' }))
    await press(page.getByRole('button', { name: 'Yes, Delete My Account' }))
    await expect(page).toHaveURL('/')
    const { rows } = await app.backend.connection.driver.query(
      `select 1 from auth.users where email = 'kim@example.com'`,
    )
    expect(rows).toEqual([])
  })
})

test('an admin searches, edits, changes credits and deletes with the keyboard alone', async ({
  page,
  openPage,
  app,
}) => {
  const { focus, press, type, expectFocusKept } = keyboardFor(page)
  const visitor = await openPage()
  await visitor.goto('/?list=new')
  await visitor.getByRole('button', { name: 'Create an account' }).click()
  await visitor.getByLabel('Name').fill('Passing Through')
  await visitor.getByLabel('Email').fill('passing@example.com')
  await visitor.getByLabel('Password', { exact: true }).fill('only-for-1-moment')
  await visitor.getByRole('button', { name: 'Create account' }).click()
  await expect(visitor.getByRole('dialog', { name: 'List your community' })).toBeVisible()

  await page.goto('/admin')
  await signIn(page, 'admin@example.com')

  await test.step('finds and edits a community', async () => {
    await type(page.getByRole('searchbox'), 'salsa')
    await press(page.getByRole('button', { name: 'Edit Salsa en la Calle' }))
    const dialog = page.getByRole('dialog', { name: 'Edit Community' })
    await type(dialog.getByLabel('Current Member Count'), '1121')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Community updated successfully')).toBeVisible()
    await press(page.getByRole('button', { name: 'History of Salsa en la Calle' }))
    const history = page.getByRole('dialog')
    await expect(history.getByRole('listitem').first()).toContainText('Robin Vale')
    await page.keyboard.press('Escape')
  })

  await test.step('changes credits', async () => {
    await focus(page.getByRole('tab', { name: /^Communities/ }))
    await page.keyboard.press('ArrowLeft')
    await type(page.getByRole('searchbox'), 'passing')
    await press(page.getByRole('button', { name: 'Passing Through', exact: true }))
    await type(page.getByRole('dialog').getByLabel('Credits'), '9')
    await press(page.getByRole('button', { name: 'Save Changes' }))
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
  })

  await test.step('deletes the user', async () => {
    await press(page.getByRole('button', { name: 'Delete Passing Through' }))
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
    await expect(page.getByText('User deleted successfully')).toBeVisible()
    await expect(page.getByRole('row', { name: /passing@example.com/ })).toBeHidden()
    await expectFocusKept()
    const { rows } = await app.backend.connection.driver.query(
      `select 1 from auth.users where email = 'passing@example.com'`,
    )
    expect(rows).toEqual([])
  })
})

test('no action of an owner or an admin loses the focus', async ({ page, openPage, app }) => {
  const held = { name: 'Dawn Patrol Lisbon' }
  const id = await addCommunity(app.backend, { name: 'Dawn Patrol', status: 'approved', held })
  await app.backend.connection.driver.query(
    `insert into public.community_groups (community_id, name) values ($1, 'Early birds')`,
    [id],
  )
  await app.backend.connection.driver.query(
    `insert into public.places (name, country, country_code, latitude, longitude)
     values ('Merged Away', 'Thailand', 'TH', 9.7, 100.1)`,
  )

  await test.step('withdraws changes and deletes a group', async () => {
    const { press, expectFocusKept } = keyboardFor(page)
    await openProfile(page, 'luca@example.com')
    const row = page.getByRole('listitem').filter({ hasText: 'Dawn Patrol Lisbon' })
    await press(row.getByRole('button', { name: 'Withdraw' }))
    await press(page.getByRole('button', { name: 'Withdraw changes' }))
    await expect(page.getByRole('heading', { name: 'Dawn Patrol', exact: true })).toBeVisible()
    await expect(row).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: 'Dawn Patrol' })).toBeFocused()

    await press(page.getByRole('button', { name: 'Edit Dawn Patrol' }))
    const dialog = page.getByRole('dialog', { name: 'Edit Community' })
    await press(dialog.getByRole('button', { name: 'Delete group 1' }))
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
    await expect(dialog.getByLabel('Group name 1')).toBeHidden()
    await expect(dialog.getByRole('group', { name: 'WhatsApp Groups' })).toBeFocused()
    await expectFocusKept()
  })

  await test.step('merges a place and works off the queue', async () => {
    const admin = await openPage()
    const { focus, press, expectFocusKept } = keyboardFor(admin)
    await openAdmin(admin)
    await press(admin.getByRole('button', { name: 'Places' }))
    await press(admin.getByRole('button', { name: /^Merge Merged Away/ }))
    await focus(admin.getByRole('combobox', { name: /Keep this place/ }))
    await admin.keyboard.type('Bali')
    await press(admin.getByRole('button', { name: 'Merge into Bali' }))
    await expect(admin.getByText('Merged Away merged into Bali')).toBeVisible()
    await expect(admin.getByRole('dialog', { name: 'Places' })).toBeFocused()
    await admin.keyboard.press('Escape')
    await expect(admin.getByRole('button', { name: 'Places' })).toBeFocused()

    await press(admin.getByRole('button', { name: /^Review queue/ }))
    await press(admin.getByRole('button', { name: 'List', exact: true }))
    await focus(admin.getByRole('checkbox', { name: 'Select all' }))
    await admin.keyboard.press('Space')
    await press(admin.getByRole('button', { name: /^Approve \d+ communities/ }))
    await expect(admin.getByText(/communities approved successfully/)).toBeVisible()
    await expect(admin.getByRole('button', { name: /^Approve \d+ communities/ })).toBeHidden()
    await expectFocusKept()
    await press(admin.getByRole('button', { name: /^Undo/ }))
    await expect(admin.getByText('Decision undone')).toBeVisible()
    await expect(admin.getByRole('button', { name: /^Undo/ })).toBeHidden()
    await expectFocusKept()
  })
})

test('a draft survives Escape, a reload and reopening the dialog', async ({ page }) => {
  await page.goto('/?list=new')
  await signIn(page, 'amara@example.com')
  const dialog = page.getByRole('dialog', { name: 'List your community' })
  await dialog.getByLabel('Community Name').fill('Half an idea')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('It will be about boats.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'It will be about boats.',
  )
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage))))
    .toContain('It will be about boats.')
  await page.reload()
  await expect(dialog.getByLabel('Community Name')).toHaveValue('Half an idea')
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'It will be about boats.',
  )
})

test('an admin resolves, with one key, reports that arrive while the queue is open', async ({
  page,
  app,
}) => {
  const name = 'Reported just now'
  const id = await addCommunity(app.backend, { name, status: 'approved' })
  await page.clock.install()
  await openAdmin(page, '/admin?view=queue&as=list')
  const entries = page.getByRole('list', { name: 'Waiting for review' })
  await expect(entries).toBeVisible()
  await expect(entries.getByText(name)).toBeHidden()

  await addReport(app.backend, id, { reason: 'other', comment: 'The group is about s, not surf.' })
  await page.clock.runFor(16_000)
  const entry = entries.getByRole('listitem').filter({ hasText: name })
  await expect(entry).toContainText('Reported')
  await entry.getByRole('button').press('Enter')
  await expect(page.getByRole('heading', { name, level: 2 })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Reports' })).toContainText(
    'Reported once: Something else (1)',
  )
  await addReport(app.backend, id, { reason: 'dead_link', reporter: 'amara@example.com' })
  await page.clock.runFor(16_000)
  await expect(page.getByRole('region', { name: 'Reports' })).toContainText('Reported 2 times')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Resolve the reports')
  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Resolve report/ })).toBeVisible()

  await page.keyboard.press('s')
  await expect(page.getByText('Reports resolved successfully')).toBeVisible()
  await expect(entry).toBeHidden()
  const { rows } = await app.backend.connection.driver.query(
    `select count(resolved_at)::int as resolved, min(resolved_by::text) as by
     from public.community_reports where community_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ resolved: 2, by: '11111111-1111-4111-8111-111111111111' }])
})
