import { fireEvent, render, screen } from '@testing-library/react'
import { BrowserRouter, useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useDialogInUrl } from '../../src/lib/useDialogInUrl.ts'

test('opening and closing a dialog keep a search that is not rendered yet', async () => {
  function Page() {
    const dialog = useDialogInUrl('report')
    const navigate = useNavigate()
    const search = (query: string) => void navigate(query, { replace: true })
    const actions = {
      Open: () => {
        search('?q=surf')
        dialog.open('new')
      },
      Close: () => {
        search('?q=sail&report=new')
        dialog.close()
      },
    }
    return (
      <>
        {Object.entries(actions).map(([name, run]) => (
          <button key={name} onClick={run}>
            {name}
          </button>
        ))}
        {dialog.value && <p>Is open</p>}
      </>
    )
  }
  window.history.replaceState(null, '', '/communities')
  const page = (
    <BrowserRouter>
      <Page />
    </BrowserRouter>
  )
  const { unmount } = render(page)
  fireEvent.click(screen.getByText('Open'))
  await screen.findByText('Is open')
  expect(window.location.search).toBe('?q=surf&report=new')

  // Opened by a link from elsewhere: closing replaces the entry.
  unmount()
  window.history.replaceState(null, '', '/communities?report=new')
  render(page)
  fireEvent.click(screen.getByText('Close'))
  await expect.poll(() => window.location.search).toBe('?q=sail')
})
