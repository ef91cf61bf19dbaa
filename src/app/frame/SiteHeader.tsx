import { Menu, Plus, X } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { brand } from '../brand.ts'
import { useRequestSignIn } from '../../features/session/sign-in-request.ts'
import { useSession } from '../../features/session/useSession.ts'
import { Button, buttonClass, GhostButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { lazyHelper } from '../../ui/lazy.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { LogoMark } from '../../ui/LogoMark.tsx'
import { openedFrom } from '../../lib/useDialogInUrl.ts'

// Most visitors never sign in.
const AccountMenu = lazyHelper(async () => (await import('./AccountMenu.tsx')).AccountMenu)

const isDirectoryLive = import.meta.env.VITE_DIRECTORY === 'live'

/** The links that a phone has no room for. A popover works before the app has started. */
const menuId = 'site-menu'

export function SiteHeader() {
  const { pathname } = useLocation()

  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-6xl items-center gap-1 px-4 py-2.5 max-[22rem]:px-2.5 sm:gap-3 sm:px-6">
        <GhostButton
          icon={Menu}
          aria-label="Menu"
          popoverTarget={menuId}
          className="-ms-2 lg:hidden pointer-coarse:-ms-3.5 pointer-coarse:-me-2"
        />
        <Link
          to="/"
          className="me-auto flex min-w-0 items-center pointer-coarse:min-w-11 gap-2 rounded-lg max-[24rem]:gap-1.5 text-ink no-underline"
        >
          <LogoMark className="size-9 max-[24rem]:size-8" />
          <span
            translate="no"
            className="truncate pe-0.5 font-display text-xl font-semibold tracking-tight max-[24rem]:text-lg max-[22rem]:sr-only"
          >
            {brand.name}
          </span>
        </Link>
        <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
          <div
            id={menuId}
            popover="auto"
            className="border-line text-ink max-lg:inset-x-2 max-lg:top-2 max-lg:bottom-auto max-lg:w-auto max-lg:animate-drop-in max-lg:rounded-xl max-lg:border max-lg:bg-surface max-lg:p-2 max-lg:shadow-raised lg:static lg:flex xl:gap-2 lg:overflow-visible lg:bg-transparent"
          >
            <GhostButton
              icon={X}
              aria-label="Close"
              popoverTarget={menuId}
              popoverTargetAction="hide"
              className="mb-1 lg:hidden"
            />
            {isDirectoryLive && <HeaderLink to="/communities">Communities</HeaderLink>}
            {isDirectoryLive && <HeaderLink to="/communities?view=saved">Saved</HeaderLink>}
            <HeaderLink to="/business-partnership">For businesses</HeaderLink>
          </div>
          <Link
            to="/?list=new"
            state={openedFrom(pathname)}
            className={cx(
              buttonClass({ variant: 'secondary' }),
              'noscript:hidden sm:whitespace-nowrap max-sm:px-2 max-sm:py-1 max-sm:text-xs max-sm:leading-tight max-[24rem]:px-1.5',
            )}
          >
            <Plus aria-hidden="true" className="size-[1.125rem] shrink-0 max-sm:hidden" />
            {/* Two lines on a phone. */}
            <span className="max-sm:w-min">
              <span className="whitespace-nowrap">List your</span> community
            </span>
          </Link>
        </nav>
        <Account />
      </div>
    </header>
  )
}

function HeaderLink({ to, children }: { to: string; children: string }) {
  const { pathname, search } = useLocation()
  const isSaved = new URLSearchParams(search).get('view') === 'saved'
  return (
    <Link
      to={to}
      aria-current={to === (isSaved ? `${pathname}?view=saved` : pathname) ? 'page' : undefined}
      onClick={({ currentTarget }) =>
        currentTarget.closest<HTMLElement>('[popover]')?.togglePopover(false)
      }
      className={cx(
        buttonClass({ variant: 'ghost' }),
        'max-xl:px-2.5! max-lg:flex max-lg:justify-start! lg:whitespace-nowrap aria-[current=page]:underline aria-[current=page]:decoration-clay aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8',
      )}
    >
      {children}
    </Link>
  )
}

function Account() {
  const { status, user } = useSession()
  const requestSignIn = useRequestSignIn()

  if (status === 'signed-out') {
    return (
      <Button
        // Quiet: the primary button is the page's.
        variant="ghost"
        // Fits beside the site's name on the narrowest phones. As tall as the placeholder: the page would otherwise move
        // by a pixel when the app starts, and count as painted only then.
        className="h-10 whitespace-nowrap max-sm:px-2"
        onClick={() => requestSignIn()}
      >
        Sign in
      </Button>
    )
  }
  // As wide as the button, so that nothing moves when it appears.
  const placeholder = <Skeleton className="h-10 w-23 max-sm:w-19 pointer-coarse:h-11" />
  if (!user) return placeholder
  return (
    <Suspense fallback={placeholder}>
      <AccountMenu user={user} />
    </Suspense>
  )
}
