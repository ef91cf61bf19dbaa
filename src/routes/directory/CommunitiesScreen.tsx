import {
  type MouseEvent,
  Suspense,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { lazyScreen } from '../../ui/loadOnDemand.tsx'
import { useHydrated } from '../../lib/useHydrated.ts'
import { CommunityList } from './CommunityList.tsx'
import { useDirectoryView } from './directory-view.ts'
import './first-page.ts'
import { LoadingCommunity } from './LoadingCommunity.tsx'

// A screen of its own but for its address: most visitors of the list open none, or only after a while.
const CommunityPage = lazyScreen(async () => (await import('./CommunityPage.tsx')).CommunityPage)

/** /communities once the directory is live: a list, or the one community that the address names. */
export function CommunitiesScreen() {
  const { view } = useDirectoryView()
  const isHydrated = useHydrated()
  const [isPlain] = useState(() => typeof location === 'undefined' || location.search === '')
  const { list, noteOpened } = useWayBack(view.community)

  return (
    // It takes nothing away from what is clicked or focused.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div onClickCapture={noteOpened} onPointerOverCapture={preload} onFocusCapture={preload}>
      {view.community ? (
        <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-8">
          <Suspense fallback={<LoadingCommunity />}>
            <CommunityPage
              key={view.community}
              id={view.community}
              place={view.place}
              list={list}
            />
          </Suspense>
        </div>
      ) : (
        // The list that the build wrote is taken over, unless the address asks for another one.
        <CommunityList key={isHydrated && !isPlain ? 'asked' : 'written'} view={view} />
      )}
    </div>
  )
}

/** Whoever points at a card may open it. What does not arrive is asked for again when they do. */
const preload = ({ target }: SyntheticEvent) => {
  if (target instanceof Element && target.closest('article')) {
    void CommunityPage.preload().catch(() => undefined)
  }
}

/**
 * A link within /communities leads to the top of what it opens. Whoever goes back to the list that they
 * opened a community from finds it where they left it, with the focus on the card.
 *
 * @returns the address of that list, and what is to be told of every click
 */
function useWayBack(community: string | null) {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const isBack = useNavigationType() === NavigationType.Pop
  const shown = useRef(community)
  const [left, setLeft] = useState<{ list: string; card: string; scrollY: number } | null>(null)

  useLayoutEffect(() => {
    if (shown.current === community) return
    shown.current = community
    const focus = (selector: string) =>
      document.querySelector<HTMLElement>(`main ${selector}`)?.focus({ preventScroll: true })
    if (!community && left?.list === address) {
      window.scrollTo({ top: left.scrollY, behavior: 'instant' })
      focus(`a[href="${CSS.escape(left.card)}"]`)
    } else if (!isBack) {
      window.scrollTo({ top: 0, behavior: 'instant' })
      focus('h1')
    }
  }, [community, left, address, isBack])

  const noteOpened = ({ target }: MouseEvent) => {
    const card = target instanceof Element && target.closest('article a')?.getAttribute('href')
    if (card && !community) setLeft({ list: address, card, scrollY: window.scrollY })
  }

  return { list: left?.list ?? null, noteOpened }
}
