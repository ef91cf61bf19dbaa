import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useWrite } from '../../src/supabase/useWrite.ts'
import { Button } from '../../src/ui/Button.tsx'

test('a second click before the button is pending sends no second request', async () => {
  let requests = 0
  function Save() {
    const saving = useWrite({
      write: () => {
        requests += 1
        return Promise.resolve()
      },
      failure: 'Failed to save',
      showReasonIn: 'toast',
    })
    return (
      <Button isPending={saving.isPending} onClick={() => void saving.run()}>
        {saving.isSuccess ? 'Saved' : 'Save'}
      </Button>
    )
  }
  render(<Save />)
  const button = screen.getByRole('button', { name: 'Save' })
  // Both clicks come before the button renders as pending.
  act(() => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  await screen.findByRole('button', { name: 'Saved' })
  expect(requests).toBe(1)
})
