import { fireEvent, screen, waitFor } from '@testing-library/react'
import { onTestFinished, expect, test } from 'vitest'
import { visit } from './whole-app.tsx'

/** What a password manager adds to the page: a menu with a button and a field. */
function addPasswordManager() {
  const menu = document.createElement('div')
  menu.innerHTML = '<button>Fill in</button><input aria-label="Search logins">'
  document.body.append(menu)
  onTestFinished(() => menu.remove())
  const [button, field] = [menu.querySelector('button'), menu.querySelector('input')]
  if (!button || !field) throw new Error('The menu is incomplete')
  return { menu, button, field }
}

function pressBeside() {
  const scrim = screen.getByRole('dialog').previousElementSibling
  if (!scrim) throw new Error('The dialog has no scrim')
  fireEvent.pointerDown(scrim, { button: 0 })
  fireEvent.click(scrim)
}

test("a password manager's menu and a click beside the sign-in dialog do not close it", async () => {
  const user = visit('/')
  await user.click(await screen.findByRole('button', { name: 'Sign in' }))
  const email = await screen.findByLabelText('Your email')
  await user.type(email, 'mei@example.com')
  const { menu, button, field } = addPasswordManager()
  fireEvent.pointerDown(button, { button: 0 })
  fireEvent.click(button)
  field.focus()
  expect(field).toHaveFocus()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(field).toHaveFocus()
  pressBeside()
  expect(email).toHaveValue('mei@example.com')
  menu.remove()
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
