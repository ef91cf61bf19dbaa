import { useEffect, useEffectEvent } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { toast } from '../ui/toast.tsx'
import { firstLinkConfirmed, readEmailLink, withoutEmailLink } from './read-email-link.ts'
import type { SignIn } from './sign-in-request.ts'

/** Moves the token of a link in an email from the URL to the sign-in request. `AuthSession` follows the other links. */
export function useTokenInUrl({ openFromLink }: SignIn): void {
  const location = useLocation()
  const navigate = useNavigate()

  const handleNavigation = useEffectEvent((to: Location) => {
    // Strict mode runs this twice; the second time the URL is clean.
    const found = readEmailLink(window.location)
    if (found?.kind !== 'token' && found?.kind !== 'first-confirmation') return
    // First: a token must not stay in the URL or in the history.
    void navigate(withoutEmailLink(to), { replace: true })
    if (found.kind === 'token') openFromLink('confirm-link', { emailToken: found.token })
    else toast(firstLinkConfirmed)
  })
  useEffect(() => handleNavigation(location), [location])
}
