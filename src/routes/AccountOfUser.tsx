import { Suspense, useState } from 'react'
import { lazyPart } from '../load-part.tsx'
import { AccountButton } from './AccountButton.tsx'
import { ProfileLink } from './ProfileLink.tsx'

const AccountMenu = lazyPart(
  () => import('./AccountMenu.tsx'),
  (module) => module.AccountMenu,
  ProfileLink,
)

/** A plain button until somebody is about to use it: a menu weighs as much as a screen. */
export function AccountOfUser() {
  const [isWanted, setIsWanted] = useState(false)
  const expect = () => void AccountMenu.preload().catch(() => undefined)

  if (isWanted) {
    return (
      <Suspense fallback={<AccountButton aria-haspopup="menu" aria-busy="true" />}>
        <AccountMenu />
      </Suspense>
    )
  }
  return (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={expect}
      onFocus={expect}
      onClick={() => setIsWanted(true)}
    />
  )
}
