import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
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

test('a canceled write reports nothing, and another one can start', async () => {
  const outcomes: string[] = []
  const pending = new Map<string, () => void>()
  function Upload() {
    const upload = useWrite({
      write: (name: string) =>
        new Promise<string>((resolve) => pending.set(name, () => resolve(name))),
      failure: 'Failed to upload',
      showReasonIn: 'toast',
      onSuccess: (name) => outcomes.push(name),
    })
    const replaceWith = (name: string) => {
      upload.cancel()
      void upload.run(name)
    }
    return ['first', 'second'].map((name) => (
      <Button key={name} onClick={() => replaceWith(name)}>
        {upload.isSuccess ? 'Uploaded' : name}
      </Button>
    ))
  }
  render(<Upload />)
  fireEvent.click(screen.getByRole('button', { name: 'first' }))
  fireEvent.click(screen.getByRole('button', { name: 'second' }))
  await waitFor(() => expect([...pending.keys()]).toEqual(['first', 'second']))
  pending.get('first')?.()
  pending.get('second')?.()
  await screen.findAllByRole('button', { name: 'Uploaded' })
  expect(outcomes).toEqual(['second'])
})
