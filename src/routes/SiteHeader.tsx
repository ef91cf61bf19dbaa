import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { brand } from '../brand.ts'
import { lazyPart } from '../load-part.tsx'
import { useSession } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { cx } from '../ui/cx.ts'
import { LogoMark } from '../ui/LogoMark.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ProfileLink } from './ProfileLink.tsx'

const AccountOfUser = lazyPart(
  () => import('./AccountOfUser.tsx'),
  (module) => module.AccountOfUser,
  ProfileLink,
)

export function SiteHeader() {
  const { pathname } = useLocation()

  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-6xl items-center gap-2 px-4 py-2.5 sm:gap-3 sm:px-6">
        <Link to="/" className="mr-auto flex items-center gap-2 rounded-lg text-ink no-underline">
          <LogoMark />
          <span className="font-display text-xl font-semibold tracking-tight">{brand.name}</span>
        </Link>
        <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
          <Link
            to="/business-partnership"
            aria-current={pathname === '/business-partnership' ? 'page' : undefined}
            className={cx(
              buttonClass({ variant: 'ghost' }),
              'max-md:hidden aria-[current=page]:underline aria-[current=page]:decoration-clay aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8',
            )}
          >
            For businesses
          </Link>
          <Link to="/?list=new" className={buttonClass({ variant: 'secondary' })}>
            <Plus aria-hidden="true" className="size-[1.125rem] shrink-0 max-[22rem]:hidden" />
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

  if (status === 'signed-out') {
    return (
      <Button className="whitespace-nowrap" onClick={() => requestSignIn()}>
        Sign in
      </Button>
    )
  }
  // As wide as the button, so that nothing moves when it comes.
  const waiting = <Skeleton className="h-10 w-23" />
  return (
    <Suspense fallback={waiting}>{status === 'loading' ? waiting : <AccountOfUser />}</Suspense>
  )
}
