import { Route, Routes } from 'react-router-dom'
import { lazyScreen } from './ui/loadOnDemand.tsx'

/**
 * Decided by the build, which leaves out what the other state would show. Spelled out in each file that asks:
 * behind a constant of another file, the build would keep both.
 */
const isDirectoryLive = import.meta.env.VITE_DIRECTORY === 'live'

const HomeScreen = lazyScreen(
  isDirectoryLive
    ? async () => (await import('./routes/directory/DirectoryHome.tsx')).DirectoryHome
    : async () => (await import('./routes/home/HomeScreen.tsx')).HomeScreen,
)
const CommunitiesScreen = isDirectoryLive
  ? lazyScreen(
      async () => (await import('./routes/directory/CommunitiesScreen.tsx')).CommunitiesScreen,
    )
  : HomeScreen
const BusinessPartnershipScreen = lazyScreen(
  async () =>
    (await import('./routes/business-partnership/BusinessPartnershipScreen.tsx'))
      .BusinessPartnershipScreen,
)
const PrivacyScreen = lazyScreen(
  async () => (await import('./routes/privacy/PrivacyScreen.tsx')).PrivacyScreen,
)
const NotFoundScreen = lazyScreen(
  async () => (await import('./routes/not-found/NotFoundScreen.tsx')).NotFoundScreen,
)
const RequireUser = lazyScreen(async () => (await import('./session/guards.tsx')).RequireUser)
const RequireAdmin = lazyScreen(async () => (await import('./session/guards.tsx')).RequireAdmin)
const ProfileScreen = lazyScreen(
  async () => (await import('./routes/profile/ProfileScreen.tsx')).ProfileScreen,
)
const AdminScreen = lazyScreen(
  async () => (await import('./routes/admin/AdminScreen.tsx')).AdminScreen,
)

/** Shown by the guard before it knows who is there, and then by the screen. */
const profile = {
  title: 'Your profile',
  lead: 'The communities you have listed, what became of them, and the details of your account.',
}

/** Which address shows which screen, and who may see it. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<HomeScreen />} />
      <Route path="/communities" element={<CommunitiesScreen />} />
      <Route path="/business-partnership" element={<BusinessPartnershipScreen />} />
      <Route path="/privacy" element={<PrivacyScreen />} />
      <Route element={<RequireUser {...profile} />}>
        <Route path="/profile" element={<ProfileScreen {...profile} />} />
      </Route>
      <Route element={<RequireAdmin title="Admin Dashboard" />}>
        <Route path="/admin" element={<AdminScreen />} />
      </Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}

/**
 * Loads what a prerendered page shows, so that React finds all of it there when it takes over: a
 * part that came later would be thrown away and shown as loading.
 */
export async function preloadScreen(path: string): Promise<void> {
  const parts = {
    '/': [HomeScreen],
    '/communities': [CommunitiesScreen],
    '/business-partnership': [BusinessPartnershipScreen],
    '/privacy': [PrivacyScreen],
    '/profile': [RequireUser],
    '/admin': [RequireAdmin],
  }[path]
  await Promise.all(parts?.map((part) => part.preload()) ?? [])
}
