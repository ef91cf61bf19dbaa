import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Chooses an item of the menu in the header of the admin screen. */
export async function chooseTool(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Manage' }))
  await user.click(screen.getByRole('menuitem', { name }))
}
