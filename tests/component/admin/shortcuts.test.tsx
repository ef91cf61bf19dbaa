import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useShortcuts } from '../../../src/features/moderation/queue/shortcuts.tsx'

function Page({ onApprove }: { onApprove: () => void }) {
  useShortcuts({ a: onApprove }, { enabled: true })
  return <input aria-label="Search" />
}

test('a shortcut runs once while its key is held, and not while the user types', async () => {
  const onApprove = vi.fn<() => void>()
  render(<Page onApprove={onApprove} />)
  await userEvent.type(screen.getByLabelText('Search'), 'aa')
  expect(onApprove).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'a' })
  fireEvent.keyDown(document.body, { key: 'a', repeat: true })
  expect(onApprove).toHaveBeenCalledOnce()
})

test.each([
  ['Cyrillic', 'ф'],
  ['Cyrillic with Caps Lock', 'Ф'],
  ['Hebrew', 'ש'],
  ['Arabic', 'ش'],
])('a shortcut works by the physical key on a %s keyboard', (_layout, key) => {
  const onApprove = vi.fn<() => void>()
  render(<Page onApprove={onApprove} />)
  fireEvent.keyDown(document.body, { key, code: 'KeyA' })
  expect(onApprove).toHaveBeenCalledOnce()
  // Another key of this layout, and the same one with Ctrl.
  fireEvent.keyDown(document.body, { key, code: 'KeyS' })
  fireEvent.keyDown(document.body, { key, code: 'KeyA', ctrlKey: true })
  expect(onApprove).toHaveBeenCalledOnce()
})

test('a Latin keyboard uses the letter that it types, wherever its key is', () => {
  const onApprove = vi.fn<() => void>()
  render(<Page onApprove={onApprove} />)
  // A French keyboard.
  fireEvent.keyDown(document.body, { key: 'q', code: 'KeyA' })
  fireEvent.keyDown(document.body, { key: 'ä', code: 'KeyA' })
  fireEvent.keyDown(document.body, { key: ';', code: 'KeyA' })
  expect(onApprove).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'a', code: 'KeyQ' })
  expect(onApprove).toHaveBeenCalledOnce()
})
