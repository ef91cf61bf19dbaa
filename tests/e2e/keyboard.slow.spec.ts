import { expect, test } from './fixtures.ts'
import { keyboardFor } from './keyboard.ts'
import { signIn } from '../../tooling/journeys/sign-in.ts'

test('an owner signs up, lists a community and deletes the account with the keyboard alone', async ({
  page,
}) => {
  const { choose, focus, press, type, expectFocusKept } = keyboardFor(page)
  await test.step('skips the header and signs up', async () => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
    await press(page.getByRole('banner').getByRole('link', { name: 'List your community' }))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Your email')).toBeFocused()
    await press(dialog.getByRole('button', { name: 'Use a password instead' }))
    await press(dialog.getByRole('button', { name: 'Create an account' }))
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await type(dialog.getByLabel('Name'), 'Kim')
    await type(dialog.getByLabel('Email'), 'kim@example.com')
    await type(dialog.getByLabel('Password', { exact: true }), 'tab-and-enter-2')
    await page.keyboard.press('Enter')
  })

  await test.step('lists a community', async () => {
    const dialog = page.getByRole('dialog', { name: 'List your community' })
    await expect(dialog.getByLabel('WhatsApp Link')).toBeFocused()
    await page.keyboard.type(
      'see https://chat.whatsapp.com/invite/KeyboardAbcdefghij0123?mode=x thanks',
    )
    await focus(dialog.getByLabel('Community Name'))
    await expect(dialog.getByLabel('Community Name')).toHaveValue('Travel friends')
    await type(dialog.getByLabel('Community Name'), 'Keyboard Hikers')
    await page.keyboard.press('Enter')
    const description = dialog.getByRole('textbox', { name: 'Description' })
    await expect(description).toBeFocused()
    await page.keyboard.type('We never touch a mouse.')
    await focus(dialog.getByLabel('Location'))
    await page.keyboard.type('Bali')
    await focus(dialog.getByLabel('Category'))
    await page.keyboard.type('Sports')
    await press(dialog.getByRole('button', { name: 'Continue' }))
    await expect(dialog.getByLabel('Current Member Count')).toBeFocused()
    await page.keyboard.type('17')
    await press(dialog.getByRole('button', { name: 'Add Group' }))
    await type(dialog.getByLabel(/^Group name/), 'Left-handed')
    await focus(dialog.getByLabel(/may be published/))
    await page.keyboard.press('Space')
    await press(dialog.getByRole('button', { name: 'Submit for review' }))
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { name: 'Keyboard Hikers' })).toBeVisible()
    // Toasts appear at the top right, below the tabs of the profile.
    const position = await page.getByText('Community submitted for review').boundingBox()
    expect(position?.y).toBeLessThan(180)
    expect((position?.x ?? 0) + (position?.width ?? 0)).toBeGreaterThan(1100)
  })

  await test.step('edits the profile', async () => {
    await focus(page.getByRole('tab', { name: 'Communities' }))
    await page.keyboard.press('End')
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
    await focus(page.getByRole('tab', { name: 'Settings' }))
    await page.keyboard.press('Home')
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
  })

  await test.step('deletes the community, and the focus is not lost with its row', async () => {
    await choose(page.getByRole('button', { name: 'More for Keyboard Hikers' }), 'Delete')
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
    // Roles are hidden behind an open dialog, so wait until it has closed.
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Keyboard Hikers' })).toBeHidden()
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
    await press(dialog.getByRole('button', { name: 'Use a password instead' }))
    await type(dialog.getByLabel('Email'), 'kim@example.com')
    await type(dialog.getByLabel('Password', { exact: true }), 'tab-and-enter-2')
    await page.keyboard.press('Enter')
    await press(page.getByRole('button', { name: /^Account menu/ }))
    await expect(page.getByRole('menu')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
    await page.keyboard.press('Enter')
    await focus(page.getByRole('tab', { name: 'Communities' }))
    await page.keyboard.press('End')
    await press(page.getByRole('button', { name: 'Delete Account' }))
    await press(page.getByRole('button', { name: 'Yes, Delete My Account' }))
    await expect(page).toHaveURL('/')
  })
})

test('an admin searches, edits, changes credits and deletes with the keyboard alone', async ({
  page,
  app,
}) => {
  const { focus, press, type, expectFocusKept } = keyboardFor(page)
  const email = 'passing@example.com'
  await app.backend.connection.driver.query(
    `insert into auth.users (id, email, raw_user_meta_data, created_at, updated_at)
     values ($1, $2, '{"name": "Passing Through"}', now(), now())`,
    [crypto.randomUUID(), email],
  )
  await page.goto('/admin?view=all')
  await signIn(page, 'admin@example.com')

  await test.step('finds and edits a community', async () => {
    await type(page.getByRole('searchbox'), 'salsa')
    await press(page.getByRole('button', { name: 'Edit Salsa en la Calle' }))
    const dialog = page.getByRole('dialog', { name: 'Edit Community' })
    await type(dialog.getByLabel('Current Member Count'), '1121')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Community updated successfully')).toBeVisible()
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
    await expect(page.getByRole('row', { name: new RegExp(email) })).toBeHidden()
    await expectFocusKept()
  })
})
