/* What only the signed-in screens need, in one chunk. */
export { RequireAdmin } from '../session/RequireAdmin.tsx'
export { RequireUser } from '../session/RequireUser.tsx'
export { SignedInLayout } from './SignedInLayout.tsx'
