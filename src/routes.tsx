import { Route, Routes } from 'react-router-dom'
import { lazyPart } from './load-part.tsx'

const HomeScreen = lazyPart(
  () => import('./routes/home/HomeScreen.tsx'),
  (module) => module.HomeScreen,
)
const BusinessPartnershipScreen = lazyPart(
  () => import('./routes/business-partnership/BusinessPartnershipScreen.tsx'),
  (module) => module.BusinessPartnershipScreen,
)
const PrivacyScreen = lazyPart(
  () => import('./routes/privacy/PrivacyScreen.tsx'),
  (module) => module.PrivacyScreen,
)
const NotFoundScreen = lazyPart(
  () => import('./routes/not-found/NotFoundScreen.tsx'),
  (module) => module.NotFoundScreen,
)

const signedIn = () => import('./routes/signed-in.ts')
const SignedInLayout = lazyPart(signedIn, (module) => module.SignedInLayout)
const RequireUser = lazyPart(signedIn, (module) => module.RequireUser)
const RequireAdmin = lazyPart(signedIn, (module) => module.RequireAdmin)
const ProfileScreen = lazyPart(
  () => import('./routes/profile/ProfileScreen.tsx'),
  (module) => module.ProfileScreen,
)
const AdminScreen = lazyPart(
  () => import('./routes/admin/AdminScreen.tsx'),
  (module) => module.AdminScreen,
)

/** Which address shows which screen, and who may see it. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<HomeScreen />} />
      <Route path="/communities" element={<HomeScreen />} />
      <Route path="/business-partnership" element={<BusinessPartnershipScreen />} />
      <Route path="/privacy" element={<PrivacyScreen />} />
      <Route element={<SignedInLayout />}>
        <Route element={<RequireUser title="Your profile" />}>
          <Route path="/profile" element={<ProfileScreen />} />
        </Route>
        <Route element={<RequireAdmin title="Admin Dashboard" />}>
          <Route path="/admin" element={<AdminScreen />} />
        </Route>
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
    '/communities': [HomeScreen],
    '/business-partnership': [BusinessPartnershipScreen],
    '/privacy': [PrivacyScreen],
    '/profile': [SignedInLayout, RequireUser],
    '/admin': [SignedInLayout, RequireAdmin],
  }[path]
  await Promise.all(parts?.map((part) => part.preload()) ?? [])
}
