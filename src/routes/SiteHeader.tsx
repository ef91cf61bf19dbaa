import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { brand } from '../brand.ts'
import { useSession } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { cx } from '../ui/cx.ts'
import { LogoMark } from '../ui/LogoMark.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

const AccountMenu = lazy(() =>
  import('./AccountMenu.tsx').then((module) => ({ default: module.AccountMenu })),
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
  const placeholder = <Skeleton className="h-10 w-20 rounded-lg" />

  if (status === 'loading') return placeholder
  if (status === 'signed-out') return <Button onClick={() => requestSignIn()}>Sign in</Button>
  return (
    <Suspense fallback={placeholder}>
      <AccountMenu />
    </Suspense>
  )
}
