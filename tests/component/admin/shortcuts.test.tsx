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
