import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
import { interceptRequests } from './requests.ts'
import { storeSession } from './session/app.tsx'
import { Mode } from './mode.ts'

type Options = { community?: Community | null; role?: 'owner' | 'admin' }

function Screen({
  community = null,
  role = 'owner',
  ...callbacks
}: Options & { onClose: () => void; onSaved: () => void }) {
  const { user } = useSession()
  return user && <CommunityDialog community={community} role={role} {...callbacks} />
}

/** Answers the checks of new links like the edge function. By default, WhatsApp does not respond. */
export const answerLinkChecks = (answer: object = { state: 'unknown', group_name: null }) =>
  interceptRequests(/admin\/check-new-link/, () => Response.json(answer))

/** Opens the dialog inside the real providers, signed in as a user. */
export async function openDialog(signedIn: TestUser, options: Options = {}) {
  toast.remove()
  answerLinkChecks()
  await storeSession(signedIn)
  const events: string[] = []
  onTestFinished(keepFocus())
  const view = render(
    <Mode>
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
    </Mode>,
  )
  const name = options.community ? 'Edit Community' : 'List your community'
  // Loaded on demand, which takes a moment the first time.
  const dialog = within(await screen.findByRole('dialog', { name }, { timeout: 10_000 }))
  // The lower part of an existing community's form is rendered in the background.
  if (options.community) await dialog.findByLabelText('Join Type')
  return { ...view, dialog, events, user: userEvent.setup() }
}

type Dialog = Pick<Awaited<ReturnType<typeof openDialog>>, 'dialog' | 'user'>

export const getField = ({ dialog }: Dialog, name: string) =>
  dialog.getByLabelText(new RegExp(`^${name}`))

const steps = [
  /^(WhatsApp Link|Community Name)/,
  /^(Description|Location|Place and country|Category|Language of|Another language)/,
]

function stepOf(field: string): number {
  const index = steps.findIndex((fields) => fields.test(field))
  return index === -1 ? 3 : index + 1
}

/** Opens the step of a new community that has a field, the last one by default. Those before it must be valid. */
export async function openStepOf({ dialog, user }: Dialog, field = '') {
  const wanted = stepOf(field)
  const readStep = () => Number(dialog.queryByText(/^Step \d of 3$/)?.textContent?.charAt(5))
  for (let step = readStep(); step && step !== wanted; step = readStep()) {
    const direction = step < wanted ? 1 : -1
    await user.click(dialog.getByRole('button', { name: direction === 1 ? 'Continue' : 'Back' }))
    await dialog.findByText(`Step ${step + direction} of 3`)
  }
}

/** Fills in fields, in the order of their steps. */
export async function fillForm(view: Dialog, values: Record<string, string>) {
  const inOrder = Object.entries(values).toSorted(([one], [other]) => stepOf(one) - stepOf(other))
  for (const [name, value] of inOrder) {
    await openStepOf(view, name)
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
    'WhatsApp Link': newInviteLink(),
    'Community Name': 'Sunrise Swimmers',
    Description: 'We meet at six.',
    Location: 'Bali',
    Category: 'Sports',
    'Language of the description': 'en',
    'Current Member Count': '12',
    ...changes,
  })
  await openStepOf(view)
  await view.user.click(view.dialog.getByRole('checkbox'))
}

/** Submits a new community, from any step. */
export async function submitNew(view: Dialog) {
  await openStepOf(view)
  await view.user.click(view.dialog.getByRole('button', { name: 'Submit for review' }))
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
