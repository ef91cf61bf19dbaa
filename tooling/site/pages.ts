import { listPages, type Page, pages } from '../../src/app/pages.ts'

/** The demo account with just enough access. */
const accounts = {
  everyone: undefined,
  users: 'luca@example.com',
  admins: 'admin@example.com',
} as const

export type SitePage = ReturnType<typeof withAccounts>[number]

const withAccounts = (listed: readonly (Page & { path: string })[], prefix = '') =>
  listed.map((page) => ({ ...page, name: prefix + page.path, account: accounts[page.access] }))

/** The pages of the build with the directory closed, with the demo account that opens each. */
export const closedPages = withAccounts(listPages({ isLive: false }))

/** The pages that differ in the build with the directory live. */
export const livePages = withAccounts(
  listPages({ isLive: true }).filter(({ path }) => pages[path].live),
  'live ',
)

/** The static page of a demo community. */
export const staticPages: SitePage[] = livePages
  .filter(({ path }) => path === '/communities')
  .map((list) => ({
    ...list,
    path: '/communities/aaaaaaaa-0000-4000-8000-000000000001/',
    name: 'live community',
    title: 'Atlantic Kite Crew',
    heading: 'Atlantic Kite Crew',
    budget: 145,
  }))

export const publicPages = closedPages.filter(({ account }) => !account)
export const protectedPages = closedPages.filter(({ account }) => account)
