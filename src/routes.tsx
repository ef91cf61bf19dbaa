import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { HomeScreen } from './routes/home/HomeScreen.tsx'
import { RequireAdmin } from './session/RequireAdmin.tsx'
import { RequireUser } from './session/RequireUser.tsx'
import { loadPart } from './load-part.ts'

const BusinessPartnershipScreen = lazy(() =>
  loadPart(() => import('./routes/business-partnership/BusinessPartnershipScreen.tsx')).then(
    (module) => ({
      default: module.BusinessPartnershipScreen,
    }),
  ),
)
const PrivacyScreen = lazy(() =>
  loadPart(() => import('./routes/privacy/PrivacyScreen.tsx')).then((module) => ({
    default: module.PrivacyScreen,
  })),
)
const NotFoundScreen = lazy(() =>
  loadPart(() => import('./routes/not-found/NotFoundScreen.tsx')).then((module) => ({
    default: module.NotFoundScreen,
  })),
)
const SignedInLayout = lazy(() =>
  loadPart(() => import('./routes/SignedInLayout.tsx')).then((module) => ({
    default: module.SignedInLayout,
  })),
)
const ProfileScreen = lazy(() =>
  loadPart(() => import('./routes/profile/ProfileScreen.tsx')).then((module) => ({
    default: module.ProfileScreen,
  })),
)
const AdminScreen = lazy(() =>
  loadPart(() => import('./routes/admin/AdminScreen.tsx')).then((module) => ({
    default: module.AdminScreen,
  })),
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
        <Route element={<RequireUser />}>
          <Route path="/profile" element={<ProfileScreen />} />
        </Route>
        <Route element={<RequireAdmin />}>
          <Route path="/admin" element={<AdminScreen />} />
        </Route>
      </Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}
