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

/** Fits beside the name of the site on the narrowest phones. */
const narrow = 'max-[22rem]:px-3'

export function SiteHeader() {
  const { pathname } = useLocation()

  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-6xl items-center gap-2 px-4 py-2.5 max-[22rem]:px-2.5 sm:gap-3 sm:px-6">
        <Link
          to="/"
          className="mr-auto flex min-w-0 items-center gap-2 rounded-lg text-ink no-underline"
        >
          <LogoMark />
          <span className="truncate font-display text-xl font-semibold tracking-tight max-[22rem]:text-lg">
            {brand.name}
          </span>
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
          <Link to="/?list=new" className={cx(buttonClass({ variant: 'secondary' }), narrow)}>
            <Plus aria-hidden="true" className="size-[1.125rem] shrink-0 max-[24rem]:hidden" />
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
      <Button className={cx('whitespace-nowrap', narrow)} onClick={() => requestSignIn()}>
        Sign in
      </Button>
    )
  }
  // As wide as the button, so that nothing moves when it comes.
  const waiting = <Skeleton className="h-10 w-23 max-[22rem]:w-21" />
  return (
    <Suspense fallback={waiting}>{status === 'loading' ? waiting : <AccountOfUser />}</Suspense>
  )
}
