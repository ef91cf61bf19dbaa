import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { toast, Toaster } from 'react-hot-toast'
import { BrowserRouter } from 'react-router-dom'
import { onTestFinished } from 'vitest'
import { CommunityDialog } from '../../src/features/listing/CommunityDialog.tsx'
import type { Community } from '../../src/features/community/fields.ts'
import { SessionDialogs } from '../../src/features/session/SessionDialogs.tsx'
import { useSession } from '../../src/features/session/useSession.ts'
import { keepFocus } from '../../src/ui/focus.ts'
import { createQueryClient } from '../../src/features/data/query-client.ts'
import { newInviteLink } from '../support/communities.ts'
import { createSecretClient, type TestUser } from '../support/users.ts'
import { storeSession } from './session/app.tsx'

type Options = { community?: Community | null; role?: 'owner' | 'admin' }

function Screen({
  community = null,
  role = 'owner',
  ...callbacks
}: Options & { onClose: () => void; onSaved: () => void }) {
  const { user } = useSession()
  return user && <CommunityDialog community={community} role={role} {...callbacks} />
}

/** Opens the dialog inside the real providers, signed in as a user. */
export async function openDialog(signedIn: TestUser, options: Options = {}) {
  toast.remove()
  await storeSession(signedIn)
  const events: string[] = []
  onTestFinished(keepFocus())
  const view = render(
    <StrictMode>
      <BrowserRouter>
        <QueryClientProvider client={createQueryClient()}>
          <Screen
            {...options}
            onClose={() => events.push('closed')}
            onSaved={() => events.push('saved')}
          />
        </QueryClientProvider>
        <Toaster />
        <SessionDialogs />
      </BrowserRouter>
    </StrictMode>,
  )
  const name = options.community ? 'Edit Community' : 'List your community'
  // Loaded on demand, which takes a moment the first time.
  const dialog = within(await screen.findByRole('dialog', { name }, { timeout: 10_000 }))
  // The lower part of the form is rendered in the background.
  await dialog.findByLabelText('Join Type')
  return { ...view, dialog, events, user: userEvent.setup() }
}

type Dialog = Pick<Awaited<ReturnType<typeof openDialog>>, 'dialog' | 'user'>

export const getField = ({ dialog }: Dialog, name: string) =>
  dialog.getByLabelText(new RegExp(`^${name}`))

export async function fillForm(view: Dialog, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const input = name === 'Location' ? null : getField(view, name)
    if (input === null) {
      await choosePlace(view, value)
    } else if (input instanceof HTMLSelectElement) {
      await view.user.selectOptions(input, value)
    } else {
      await view.user.clear(input)
      // Pastes, because typing a sentence takes a second.
      await view.user.click(input)
      await view.user.paste(value)
    }
  }
}

/** Fills in everything that a new community needs. */
export async function completeForm(view: Dialog, changes: Record<string, string> = {}) {
  await fillForm(view, {
    'Community Name': 'Sunrise Swimmers',
    Description: 'We meet at six.',
    Location: 'Bali',
    Category: 'Sports',
    'Language of the description': 'en',
    'WhatsApp Link': newInviteLink(),
    ...changes,
  })
  await view.user.click(view.dialog.getByRole('button', { name: 'Use a stock photo' }))
  await view.user.click(view.dialog.getByRole('checkbox'))
}

/** Chooses a place once the list is loaded. Other test files may add places, so the list may have a search field. */
export async function choosePlace({ dialog, user }: Dialog, name: string) {
  const choice = await dialog.findByText(name, { selector: 'option, label > span' })
  const select = choice.closest('select')
  await (select ? user.selectOptions(select, choice) : user.click(choice))
}

export async function readByLink(whatsapp_link: string) {
  const { data } = await createSecretClient()
    .from('communities')
    .select()
    .eq('whatsapp_link', whatsapp_link)
    .throwOnError()
  return data
}

export async function readGroupNames(communityId: string): Promise<string[]> {
  const { data } = await createSecretClient()
    .from('community_groups')
    .select('name')
    .eq('community_id', communityId)
    .order('name')
    .throwOnError()
  return data.map(({ name }) => name)
}
