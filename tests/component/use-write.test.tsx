import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../src/supabase/query-client.ts'
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
      reasonIn: 'toast',
    })
    return (
      <Button isPending={saving.isPending} onClick={() => void saving.run()}>
        {saving.isSuccess ? 'Saved' : 'Save'}
      </Button>
    )
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Save />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  // Both clicks come before the mutation reports, in a later task, that it is pending.
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByRole('button', { name: 'Saved' })
  expect(requests).toBe(1)
})
