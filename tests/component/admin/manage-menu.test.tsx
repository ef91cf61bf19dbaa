import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createCommunity } from '../../support/communities.ts'
import { interceptRequests } from '../requests.ts'
import { openApp } from '../whole-app.tsx'
import { chooseTool } from './manage.ts'
import { admin, clearQueue, owner } from './queue.ts'

afterEach(clearQueue)

const listItems = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
const openMenu = async (path: string) => {
  const user = await openApp(admin, path)
  const button = await screen.findByRole('button', { name: 'Manage' })
  return { user, button }
}

test.each([
  ['/admin?view=all', ['Places', 'Synonyms', 'Activity', 'Import CSV', 'Export CSV']],
  ['/admin?tab=users', ['Places', 'Synonyms', 'Activity', 'Import CSV', 'Export CSV']],
  ['/admin?view=queue', ['Places', 'Synonyms', 'Activity', 'Import CSV']],
])('the tools of %s are a menu that works by keyboard', async (path, items) => {
  const { user, button } = await openMenu(path)
  button.focus()
  await user.keyboard('{Enter}')
  expect(listItems()).toEqual(items)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveFocus()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Synonyms' })
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog)
  await waitFor(() => expect(button).toHaveFocus())
})

test('the activity has a URL', async () => {
  const { user } = await openMenu('/admin?q=kept')
  await chooseTool(user, 'Activity')
  await screen.findByRole('dialog', { name: 'Activity' })
  expect(window.location.search).toBe('?q=kept&activity=all')
})

test('a table without rows cannot be exported', async () => {
  const { user, button } = await openMenu('/admin?q=no-such-community')
  await screen.findByText('No communities found')
  await user.click(button)
  const item = screen.getByRole('menuitem', { name: 'Export CSV' })
  expect(item).toHaveAttribute('aria-disabled', 'true')
  await user.click(item)
  expect(item).toBeVisible()
})

test('an export shows its progress beside the menu, on every tab, and can be canceled', async () => {
  await createCommunity(owner)
  const { user, button } = await openMenu(`/admin?owner=${owner.id}`)
  await screen.findByRole('table', { name: 'Communities' })
  let release = () => {}
  interceptRequests(/rpc\/export_communities/, async (forward) => {
    await new Promise<void>((resolve) => (release = resolve))
    return forward()
  })
  await chooseTool(user, 'Export CSV')
  expect(await screen.findByText('0 of 1')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: /^Users/ }))
  expect(screen.getByText('0 of 1')).toBeVisible()
  await user.click(button)
  expect(screen.getByRole('menuitem', { name: 'Export CSV' })).toHaveAttribute('aria-disabled')
  await user.click(screen.getByRole('button', { name: 'Cancel the export' }))
  expect(screen.queryByText('0 of 1')).toBeNull()
  release()
  expect(screen.queryByText(/Exported/)).toBeNull()
})
