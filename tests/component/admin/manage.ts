import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Chooses an item of the menu in the header of the admin screen. */
export async function chooseTool(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Manage' }))
  const item = screen.getByRole('menuitem', { name })
  // Rows to export are counted first.
  await waitFor(() => expect(item).not.toHaveAttribute('aria-disabled'))
  await user.click(item)
}
