import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router-dom'
import { isPagePath, pagePaths, pages, type PagePath } from './pages.ts'
import { isBuild } from '../lib/prerendered.ts'
import { loadClient } from '../supabase/load-client.ts'
import { lazyScreen } from '../ui/lazy.tsx'

/** Repeated in each file that needs it: the build drops dead code only behind a constant of the same file. */
const isDirectoryLive = import.meta.env.VITE_DIRECTORY === 'live'

const lazyRoute = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyScreen(() => showProgress(load()))

const HomeScreen = lazyRoute(
  isDirectoryLive
    ? async () => (await import('../pages/home/DirectoryHome.tsx')).DirectoryHome
    : async () => (await import('../pages/home/HomeScreen.tsx')).HomeScreen,
)

const screens: Record<PagePath, ReturnType<typeof lazyRoute>> = {
  '/': HomeScreen,
  '/communities': isDirectoryLive
    ? lazyRoute(async () => {
        const directory = await import('../pages/communities/CommunitiesScreen.tsx')
        await directory.preloadView()
        return directory.CommunitiesScreen
      })
    : HomeScreen,
  '/business-partnership': lazyRoute(
    async () =>
      (await import('../pages/business-partnership/BusinessPartnershipScreen.tsx'))
        .BusinessPartnershipScreen,
  ),
  '/privacy': lazyRoute(
    async () => (await import('../pages/privacy/PrivacyScreen.tsx')).PrivacyScreen,
  ),
  '/still-active': lazyRoute(
    async () => (await import('../pages/email-link/StillActiveScreen.tsx')).StillActiveScreen,
  ),
  '/unsubscribe': lazyRoute(
    async () => (await import('../pages/email-link/UnsubscribeScreen.tsx')).UnsubscribeScreen,
  ),
  '/profile': lazyRoute(async () => {
    const profile = await import('../pages/profile/ProfileScreen.tsx')
    profile.prefetchCommunities()
    return profile.ProfileScreen
  }),
  '/admin': lazyRoute(async () => {
    const admin = await import('../pages/admin/AdminScreen.tsx')
    admin.prefetchQueue()
    return admin.AdminScreen
  }),
}

const NotFoundScreen = lazyRoute(
  async () => (await import('../pages/not-found/NotFoundScreen.tsx')).NotFoundScreen,
)

/** With the client of users, without which no protected page can do anything: if it does not load, the page is reloaded. */
const withClient = async <Guards,>(guards: Promise<Guards>) =>
  (await Promise.all([guards, isBuild || loadClient()]))[0]

const guards = {
  everyone: null,
  users: lazyRoute(async () => {
    const guard = await withClient(import('./guards.tsx'))
    guard.prefetchProfile()
    return guard.RequireUser
  }),
  admins: lazyRoute(async () => {
    const guard = await withClient(import('./admin-guard.tsx'))
    guard.prefetchAccess()
    return guard.RequireAdmin
  }),
}

export function AppRoutes() {
  return (
    <Routes>
      {pagePaths.map(routeOf)}
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}

function routeOf(path: PagePath) {
  const { access, heading, lead } = pages[path]
  const Screen = screens[path]
  const Guard = guards[access]
  const route = <Route key={path} path={path} element={<Screen />} />
  if (!Guard) return route
  return (
    <Route key={path} element={<Guard title={heading} lead={lead} />}>
      {route}
    </Route>
  )
}

/**
 * Loads what replaces a static page at once. On a protected page, that is the guard, which shows the heading.
 *
 * @throws if it does not load
 */
export async function preloadScreen(path: string): Promise<void> {
  if (!isPagePath(path)) return
  const guard = guards[pages[path].access]
  const screen = screens[path].load()
  await (guard ? Promise.all([guard.load(), withinTwoTenths(screen)]) : screen)
}

/** Waits a moment for what is about to arrive: rendering a page once takes less time than twice. */
const withinTwoTenths = (arrival: Promise<unknown>): Promise<unknown> =>
  Promise.race([arrival.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 200))])

let pending = 0

/**
 * Shows the progress bar in index.html until the work is done. src/app/index.css draws it only after 300 ms. During a
 * navigation, React keeps the previous screen until the next one has loaded.
 */
async function showProgress<Result>(work: Promise<Result>): Promise<Result> {
  count(1)
  try {
    return await work
  } finally {
    count(-1)
  }
}

function count(change: 1 | -1): void {
  pending += change
  // The build renders screens without a document.
  const bar = globalThis.document?.getElementById('progress')
  if (bar) bar.hidden = pending === 0
}
