import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createCommunity } from '../../support/communities.ts'
import { interceptRequests } from '../requests.ts'
import { expectToast, openApp } from '../whole-app.tsx'
import { chooseTool } from './manage.ts'
import { admin, clearQueue, owner } from './queue.ts'

afterEach(clearQueue)

const openMenu = async (path: string) => {
  const user = await openApp(admin, path)
  return { user, button: await screen.findByRole('button', { name: 'Manage' }) }
}

test('the tools are a menu that works by keyboard, and lists the export except in the queue', async () => {
  const { user, button } = await openMenu('/admin?view=queue')
  const listItems = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  const items = ['Places', 'Synonyms', 'Activity', 'Import CSV']
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
  await user.click(screen.getByRole('tab', { name: /^Users/ }))
  await user.click(button)
  expect(listItems()).toEqual([...items, 'Export CSV'])
  await user.click(screen.getByRole('menuitem', { name: 'Activity' }))
  await screen.findByRole('dialog', { name: 'Activity' })
  expect(window.location.search).toBe('?tab=users&activity=all')
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

test('an export shows its progress on every tab, can be canceled, and starts in an offline browser', async () => {
  await createCommunity(owner)
  const { user, button } = await openMenu(`/admin?owner=${owner.id}`)
  await screen.findByRole('table', { name: 'Communities' })
  let respond: (response: Response) => void = () => {}
  interceptRequests(
    /rpc\/export_communities/,
    () => new Promise<Response>((resolve) => (respond = resolve)),
  )
  await chooseTool(user, 'Export CSV')
  expect(await screen.findByText('0 of 1')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: /^Users/ }))
  expect(screen.getByText('0 of 1')).toBeVisible()
  await user.click(button)
  expect(screen.getByRole('menuitem', { name: 'Export CSV' })).toHaveAttribute('aria-disabled')
  await user.click(screen.getByRole('button', { name: 'Cancel the export' }))
  expect(screen.queryByText('0 of 1')).toBeNull()
  respond(Response.json([]))
  expect(screen.queryByText(/Exported/)).toBeNull()

  await user.click(screen.getByRole('tab', { name: /^Communities/ }))
  await screen.findByRole('table', { name: 'Communities' })
  // The browser may be wrong about its network.
  window.dispatchEvent(new Event('offline'))
  onTestFinished(() => void window.dispatchEvent(new Event('online')))
  await chooseTool(user, 'Export CSV')
  await screen.findByText('0 of 1')
  respond(Response.json({ message: 'broken' }, { status: 500 }))
  await expectToast(
    'Failed to export communities: The service had a problem. Try again in a moment.',
  )
})
