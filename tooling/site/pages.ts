import { listPages, pages } from '../../src/pages.ts'

/** The demo account with just enough access. */
const accounts = {
  everyone: undefined,
  users: 'luca@example.com',
  admins: 'admin@example.com',
} as const

export type SitePage = ReturnType<typeof withAccounts>[number]

const withAccounts = (listed: ReturnType<typeof listPages>, prefix = '') =>
  listed.map((page) => ({ ...page, name: prefix + page.path, account: accounts[page.access] }))

/** The pages of the build with the directory closed, with the demo account that opens each. */
export const closedPages = withAccounts(listPages({ isLive: false }))

/** The pages that differ in the build with the directory live. */
export const livePages = withAccounts(
  listPages({ isLive: true }).filter(({ path }) => pages[path].live),
  'live ',
)

export const publicPages = closedPages.filter(({ account }) => !account)
export const protectedPages = closedPages.filter(({ account }) => account)
