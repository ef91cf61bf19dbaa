import { Plus } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { brand } from '../../app/brand.ts'
import { LogoMark } from '../../ui/LogoMark.tsx'
import { NewCommunityFromUrl } from '../../features/listing/NewCommunityFromUrl.tsx'
import { PageMeta } from '../../app/PageMeta.tsx'
import { pages } from '../../app/pages.ts'
import { openedFrom } from '../../lib/useDialogInUrl.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { HomeScene } from '../../ui/HomeScene.tsx'
import { clayLink } from '../../ui/text-link.ts'

/** The placeholder at / and /communities; `?list=new` opens the dialog for a new community over it. */
export function HomeScreen() {
  const { title, heading, isIndexed } = pages['/']
  const { pathname } = useLocation()

  return (
    <div className="relative isolate flex flex-1 flex-col overflow-hidden bg-linear-to-b from-paper to-(--art-sky)">
      <PageMeta
        title={title}
        isIndexed={isIndexed}
        description={`${brand.name} is a directory of WhatsApp communities for travellers and digital nomads. Check back shortly, or list your own community today.`}
      />
      <div className="mx-auto flex max-w-2xl flex-col items-center px-5 pt-10 text-center sm:pt-14">
        <div role="img" aria-label={`${brand.name} logo`} className="flex items-center gap-3">
          <LogoMark className="size-14 sm:size-16" />
          <span
            translate="no"
            className="font-display text-3xl font-semibold tracking-tight sm:text-4xl"
          >
            {brand.name}
          </span>
        </div>
        <h1 className="mt-6 text-5xl font-semibold tracking-tight sm:text-7xl">{heading}</h1>
        <p className="mt-4 text-lg text-balance sm:text-xl">
          {"We're working on something amazing. Check back shortly!"}
        </p>
        <p className="mt-3 text-balance text-ink-soft">
          {`${brand.name} is a directory of WhatsApp communities for travellers and digital nomads.`}
        </p>
        <Link
          to="/?list=new"
          state={openedFrom(pathname)}
          className={cx(buttonClass(), 'mt-5 noscript:hidden')}
        >
          <Plus aria-hidden="true" className="size-4" />
          <span>List your community</span>
        </Link>
        <p className="mt-4 text-balance text-ink-soft">
          Run a business?{' '}
          <Link to="/business-partnership" className={clayLink}>
            See what a partnership offers
          </Link>
        </p>
      </div>
      <HomeScene className="mt-auto h-[22rem] w-full shrink-0 sm:h-[27rem]" />
      <NewCommunityFromUrl />
    </div>
  )
}
