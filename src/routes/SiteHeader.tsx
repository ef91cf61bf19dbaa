import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { brand } from '../brand.ts'
import { useSession } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { cx } from '../ui/cx.ts'
import { LogoMark } from '../ui/LogoMark.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { AccountButton } from './AccountButton.tsx'
import { loadPart } from '../load-part.ts'

const loadMenu = () => import('./AccountMenu.tsx')
const AccountMenu = lazy(() =>
  loadPart(loadMenu).then(
    (module) => ({ default: module.AccountMenu }),
    // The header must not take the page down.
    () => ({ default: ProfileLink }),
  ),
)

const ProfileLink = () => (
  <Link to="/profile" className={buttonClass({ variant: 'ghost' })}>
    Profile
  </Link>
)

export function SiteHeader() {
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-6xl items-center gap-2 px-4 py-2.5 sm:gap-3 sm:px-6">
        <Link to="/" className="mr-auto flex items-center gap-2 rounded-lg text-ink no-underline">
          <LogoMark />
          <span className="font-display text-xl font-semibold tracking-tight">{brand.name}</span>
        </Link>
        <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
          <NavLink
            to="/business-partnership"
            className={cx(
              buttonClass({ variant: 'ghost' }),
              'max-md:hidden aria-[current=page]:underline aria-[current=page]:decoration-clay aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8',
            )}
          >
            For businesses
          </NavLink>
          <Link to="/?list=new" className={buttonClass({ variant: 'secondary' })}>
            <Plus aria-hidden="true" className="size-[1.125rem] shrink-0" />
            <span>
              List<span className="max-sm:sr-only"> your community</span>
            </span>
          </Link>
        </nav>
        <Account />
      </div>
    </header>
  )
}

function Account() {
  const { status, requestSignIn } = useSession()

  if (status === 'loading') return <Skeleton className="h-10 w-20 rounded-lg" />
  if (status === 'signed-out') return <Button onClick={() => requestSignIn()}>Sign in</Button>
  return <AccountOfUser />
}

/** A plain button until somebody is about to use it: a menu weighs as much as a screen. */
function AccountOfUser() {
  const [isWanted, setIsWanted] = useState(false)
  const expect = () => void loadMenu().catch(() => undefined)

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
