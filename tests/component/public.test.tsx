import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createUser } from '../support/users.ts'
import { interceptRequests } from './requests.ts'
import { openApp, visit } from './whole-app.tsx'

test('/communities is a placeholder, and an unknown URL links home to it', async () => {
  const user = visit('/no-such-place')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: /home page/ }))
  expect(await screen.findByRole('heading', { name: 'Back Soon' })).toBeVisible()
  cleanup()
  visit('/communities')
  expect(await screen.findByRole('heading', { level: 1, name: 'Back Soon' })).toBeVisible()
  expect(screen.getByText("We're working on something amazing. Check back shortly!")).toBeVisible()
  expect(screen.getByRole('img', { name: 'Waypost logo' })).toBeVisible()
  expect(screen.getByText(/^Waypost is a directory of WhatsApp communities/)).toBeVisible()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'List your community' })).toHaveAttribute(
    'href',
    '/?list=new',
  )
})

test('the business page presents the Pro membership', async () => {
  const user = visit('/business-partnership')
  const benefits = within(await screen.findByRole('list', { name: 'Benefits' }))
  expect(benefits.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Access to all WhatsApp communities',
    'Direct messaging with community admins',
    'Partnership analytics and insights',
    'Unlimited partnership requests',
  ])
  for (const title of ['Targeted Reach', 'Active Members', 'Create your business account']) {
    expect(screen.getByRole('heading', { name: title })).toBeVisible()
  }
  const box = screen.getByRole('region', { name: /Pro Membership/ })
  expect(box).toHaveTextContent('$99/month')
  expect(box).toHaveTextContent(/Full access to all features and unlimited community partnerships/)
  const steps = within(screen.getByRole('region', { name: 'A partnership in three steps' }))
  expect(steps.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByText('Can I cancel?')).toBeVisible()
  expect(screen.getByText('Do the groups agree to this?')).toBeVisible()
  // Without a directory, there is nothing to count.
  expect(screen.queryByRole('list', { name: 'The directory today' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Back to Communities' }))
  expect(await screen.findByRole('heading', { name: 'Back Soon' })).toBeVisible()
})

test('the business page of the open directory has its numbers, unless they are small or cannot be loaded', async () => {
  vi.stubEnv('VITE_DIRECTORY', 'live')
  onTestFinished(() => void vi.stubEnv('VITE_DIRECTORY', ''))
  const find = () => screen.queryByRole('list', { name: 'The directory today' })
  for (const [numbers, shown] of [
    [
      { communities: 1234, places: 1, joins: 340 },
      ['1,234communities', '1place', '340+joins in 30 days'],
    ],
    [{ communities: 100, places: 2, joins: 0 }, ['100communities', '2places']],
    [{ communities: 99, places: 6, joins: 340 }, []],
    [null, []],
  ] as const) {
    const requests = interceptRequests(/rpc\/get_directory_numbers/, () =>
      numbers ? Response.json(numbers) : Response.json({ message: 'broken' }, { status: 500 }),
    )
    visit('/business-partnership')
    expect(await screen.findByRole('heading', { name: 'Targeted Reach' })).toBeVisible()
    await waitFor(() => expect(requests.count()).toBeGreaterThan(0))
    // The answer has arrived by then.
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    const items = find()?.querySelectorAll('li') ?? []
    expect([...items].map(({ textContent }) => textContent)).toEqual(shown)
    cleanup()
    requests.restore()
  }
})

test('the business form requires all three fields and a valid email', async () => {
  const user = visit('/business-partnership')
  expect(await screen.findByText(/nothing is sent or stored/)).toBeVisible()
  expect(screen.getByText("This form doesn't send anything yet")).toBeVisible()
  expect(screen.getByLabelText(/Password/)).toHaveAccessibleDescription(/We don't store it/)
  const email = screen.getByRole('link', { name: 'Email us about a partnership' })
  expect(screen.getByRole('link', { name: 'hello@waypost.example' })).toHaveAttribute(
    'href',
    email.getAttribute('href'),
  )
  const { pathname, searchParams } = new URL(email.getAttribute('href') ?? '')
  expect(pathname).toBe('hello@waypost.example')
  expect(searchParams.get('subject')).toBe('A partnership with Waypost')
  expect(searchParams.get('body')).toMatch(/^Hello,\r\n/)
  const fill = async (label: RegExp, text: string) => {
    await user.clear(screen.getByLabelText(label))
    await user.click(screen.getByLabelText(label))
    await user.paste(text)
  }
  const submit = () => user.click(screen.getByRole('button', { name: 'Get Started' }))
  await fill(/Work Email/, 'not-an-email')
  await submit()
  for (const [label, problem] of [
    [/Company Name/, 'Please enter your company name'],
    [/Work Email/, /Please enter an email address such as/],
    [/Password/, /Please choose a password$/],
  ] as const) {
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(problem)
  }
  expect(screen.queryByText('Nothing was sent')).toBeNull()
  await fill(/Company Name/, 'Acme')
  await fill(/Password/, 'correct-horse-7')
  await fill(/Work Email/, 'Mei <mei@acme.example>')
  await submit()
  expect(screen.getByText('Nothing was sent')).toBeVisible()
})

test('the privacy policy has its date, its nine sections, a contact link and periods', async () => {
  visit('/privacy')
  expect(await screen.findByText(/April 11, 2025/)).toBeVisible()
  const contents = within(screen.getByRole('navigation', { name: /contents/i }))
  const links = contents.getAllByRole('link')
  expect(links).toHaveLength(9)
  for (const link of links) {
    const target = document.querySelector(link.getAttribute('href') ?? '')
    expect(target).toHaveTextContent(link.textContent)
  }
  expect(screen.getByRole('link', { name: 'hello@waypost.example' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^mailto:hello@waypost\.example/),
  )
  // While the directory is closed, without joins and reports.
  const section = within(screen.getByRole('region', { name: /How Long We Keep Information$/ }))
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Appeals: 1 year after we have decided.',
    'Invitations: 30 days after they expire.',
    'Emails about your communities: 30 days after we wrote them.',
    'Codes that prove a WhatsApp group is yours: 7 days after they stop working.',
    'When you asked us to check a link: after 1 day.',
    'Suspensions: when they end.',
    'Notes of administrators: after 2 years.',
    'The record of decisions on your communities and of changes by administrators: after 2 years.',
  ])
})

test('the header has a menu that can be opened, navigated and closed with the keyboard', async () => {
  const user = await openApp(await createUser({ admin: true, name: 'Ines Duarte' }), '/')
  const button = await screen.findByRole('button', { name: 'Account menu, Ines Duarte' })
  button.focus()
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByRole('menuitem', { name: 'Profile' })).toHaveFocus()
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(items).toEqual(['Profile', 'Admin', 'Review queue', 'Sign out'])
  for (const [key, name] of [
    ['ArrowDown', 'Admin'],
    ['End', 'Sign out'],
    ['ArrowDown', 'Profile'],
  ]) {
    await user.keyboard(`{${key}}`)
    expect(screen.getByRole('menuitem', { name })).toHaveFocus()
  }
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveFocus()
  await user.click(button)
  await user.click(screen.getByRole('heading', { name: 'Back Soon' }))
  expect(screen.queryByRole('menu')).toBeNull()
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
})
