import { expect, type Page } from '@playwright/test'
import { addCommunity, type Backend, lucaId } from '../../../tooling/journeys/demo-rows.ts'
import { journeys } from '../../../tooling/journeys/index.ts'
import { chooseInRow, type Journey, openStaticFile } from '../../../tooling/journeys/journey.ts'
import { visitorJourneys } from '../../../tooling/journeys/visitor.ts'
import { closedPages, livePages, type SitePage } from '../../../tooling/site/pages.ts'

export interface Scene extends Pick<Journey, 'account'> {
  /** Also the base name of its image files. */
  name: string
  /** Whether the scene changes the demo data. */
  changesData?: boolean
  /**
   * Opens the screen and waits until it is visible.
   *
   * @param capture takes a screenshot of an earlier state
   */
  show: (page: Page, backend: Backend, capture: (name: string) => Promise<void>) => Promise<void>
}

const owner = 'luca@example.com'
const admin = 'admin@example.com'

export const scenes = [
  ...closedPages.map((page) => showPage(page)),
  showText('not found', '/no-such-place', 'Page not found'),
  showText('link in an email', '/?confirm=signup_unused', 'Confirm and sign in'),
  showText('expired link', '/#error=access_denied&error_code=otp_expired', /expired/),
  showText('profile, dead link', '/profile', 'Your invite link no longer works', 'mei@example.com'),
  showDecision(
    'profile, suspended',
    `insert into public.suspensions (user_id, reason)
     select id, 'Your communities sell followers.' from public.profiles where email = '${owner}'`,
    'Your account is suspended',
  ),
  showDecision(
    'profile, hidden',
    `insert into public.community_blocks (community_id, kind, reason)
     select id, 'admin', 'Too many advertisements.' from public.communities where name = 'Gallery Thursdays'`,
    'Do you think we got this wrong?',
  ),
  showText(
    'profile, two-factor',
    '/profile?section=settings#two-factor',
    'Add an authenticator app',
    owner,
  ),
  showText('new community', '/?list=new', 'Submit for review', owner),
  showText('admin, dead links', '/admin?link=dead', 'Longtail Sharing', admin),
  showText('admin, nothing found', '/admin?q=no-such-community', 'No communities found', admin),
  showText('queue', '/admin?view=queue', 'Reject', admin),
  showText('queue, list', '/admin?view=queue&as=list', 'Full Moon, Softly', admin),
  showText('admin, activity', '/admin?activity=all&action=approved', 'Clear filters', admin),
  showAdmin('admin, view of a community', '/admin?q=Longtail', async (page) => {
    await page.getByRole('button', { name: 'Longtail Sharing', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Other communities of the owner' })).toBeVisible()
  }),
  showAdmin('admin, import', '/admin?view=all', async (page) => {
    await page.getByRole('button', { name: 'Manage' }).click()
    await page.getByRole('menuitem', { name: 'Import CSV' }).click()
    const buffer = Buffer.from(
      'Name,Description,Location,Category,Languages,WhatsApp link\nHarbour Walkers,,Bali',
    )
    const file = { name: 'walks.csv', mimeType: 'text/csv', buffer }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText('Problem', { exact: true })).toBeVisible()
  }),
  showAdmin('admin, suspended user', '/admin?tab=users', async (page, { connection }) => {
    await connection.driver.query(
      `insert into public.suspensions (user_id, reason) values ($1, 'Sells followers.')`,
      [lucaId],
    )
    await page.reload()
    await page.getByRole('button', { name: /^End suspension/ }).click()
  }),
  showAdmin('queue, appeal', '/admin?view=all', async (page, backend) => {
    const id = await addCommunity(backend, { name: 'Harbour Walkers', status: 'rejected' })
    await backend.connection.driver.query(
      `insert into public.appeals (community_id, decision, decided_at, message)
       values ($1, 'rejected', now(), 'Please look at it again: the link works now.')`,
      [id],
    )
    await page.goto('/admin?view=queue')
    await expect(page.getByRole('button', { name: 'Accept appeal' })).toBeVisible()
  }),
  showAdmin('queue, claim', '/admin?view=all', async (page, backend) => {
    await claim(backend, 'Salsa en la Calle', { answer: 'I founded it with my sister.' })
    await page.goto('/admin?view=queue')
    await expect(page.getByRole('button', { name: 'Accept claim' })).toBeVisible()
  }),
  showAdmin('queue, renamed group', '/admin?view=all', async (page, backend) => {
    await rename(backend, 'Salsa en la Calle')
    await page.goto('/admin?view=queue')
    await expect(page.getByText('Renamed on WhatsApp').first()).toBeVisible()
  }),
  // The others load a page, which has a scene above.
  ...journeys.filter(({ open }) => open !== openStaticFile).map(showJourney),
]

/** Scenes of the site with a live directory. */
export const liveScenes: readonly Scene[] = [
  ...livePages.map((page) => showPage(page, 'directory, ')),
  showText('directory, nothing found', '/communities?q=kite&place=Bali', /^No communities match/),
  showText('directory, unknown place', '/communities?place=Atlantis', /no place called/),
  {
    name: 'directory, share dialog',
    account: owner,
    show: async (page) => {
      await page.goto('/profile')
      await page.getByRole('button', { name: 'Share Gallery Thursdays' }).click()
      await expect(page.getByLabel('Text to paste')).toBeVisible()
    },
  },
  {
    name: 'profile, what to answer',
    account: owner,
    changesData: true,
    show: async (page, backend) => {
      await claim(backend, 'Salsa en la Calle')
      await rename(backend, 'Finca Weekends')
      await backend.connection.driver.query(
        `update public.signs_of_life set asked_at = now()
         where community_id = (select id from public.communities where name = 'Gallery Thursdays')`,
      )
      await backend.connection.driver.query(
        `insert into public.community_blocks (community_id, kind)
         select id, 'asleep' from public.communities where name = 'Alpine Product People'`,
      )
      await page.goto('/profile')
      await expect(page.getByText('Another user claims this community')).toBeVisible()
    },
  },
  showDialog('profile, people', 'People', 'Invite as'),
  showDialog('profile, proof', 'Prove that this is your group', /^WP-/),
  {
    name: 'directory, verified community',
    changesData: true,
    show: async (page, { connection }) => {
      const { rows } = await connection.driver.query<{ id: string }>(
        `update public.communities set verified_at = now() where name = 'Salsa en la Calle' returning id`,
      )
      await page.goto(`/communities?community=${rows[0]?.id}`)
      await expect(page.getByText(/^Verified/).first()).toBeVisible()
    },
  },
  ...visitorJourneys.map(showJourney),
]

/** Mei claims a community of Luca. An answered claim is in the review queue. */
const claim = (backend: Backend, name: string, { answer = '' } = {}) =>
  backend.connection.driver.query(
    `insert into public.claims (community_id, claimant_id, owner_id, answer, answered_at)
     select c.id, p.id, c.owner_id, nullif($2, ''), case when $2 <> '' then now() end
     from public.communities as c, public.profiles as p where c.name = $1 and p.email = 'mei@example.com'`,
    [name, answer],
  )

const rename = (backend: Backend, name: string) =>
  backend.connection.driver.query(
    `update public.community_links set approved_name = $1, group_name = 'Crypto Signals VIP', renamed_at = now()
     where community_id = (select id from public.communities where name = $1)`,
    [name],
  )

function showDialog(name: string, item: string, text: string | RegExp): Scene {
  return {
    name,
    account: owner,
    show: async (page) => {
      await page.goto('/profile')
      await chooseInRow(page, 'Salsa en la Calle', item)
      await expect(page.getByText(text).first()).toBeVisible()
    },
  }
}

function showPage({ path, heading, account }: SitePage, prefix = ''): Scene {
  return {
    name: prefix + (path.slice(1) || 'home'),
    account,
    show: async (page) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
      await page.waitForLoadState('networkidle')
    },
  }
}

function showText(
  name: string,
  path: string,
  text: string | RegExp,
  account?: Scene['account'],
): Scene {
  return {
    name,
    account,
    show: async (page) => {
      await page.goto(path)
      await expect(page.getByText(text).first()).toBeVisible()
    },
  }
}

/** Shows the profile of the demo owner after an admin's decision. */
function showDecision(name: string, query: string, text: string): Scene {
  const profile = showText(name, '/profile', text, owner)
  return {
    ...profile,
    changesData: true,
    show: async (page, backend, capture) => {
      await backend.connection.driver.query(query)
      await profile.show(page, backend, capture)
    },
  }
}

/** Shows a state of the admin screen that follows from clicks or other rows. */
function showAdmin(
  name: string,
  path: string,
  act: (page: Page, backend: Backend) => Promise<unknown>,
): Scene {
  return {
    name,
    account: admin,
    changesData: true,
    show: async (page, backend) => {
      await page.goto(path)
      await act(page, backend)
    },
  }
}

/** Shows the states before and after the last step of a journey. */
function showJourney({ name, account, open, act, success }: Journey): Scene {
  return {
    name,
    account,
    changesData: true,
    show: async (page, backend, capture) => {
      await open(page, backend)
      await capture(`${name}, before`)
      await act(page)
      await expect(success(page)).toBeVisible()
    },
  }
}
