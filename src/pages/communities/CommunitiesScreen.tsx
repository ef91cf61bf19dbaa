import { QueryClientProvider } from '@tanstack/react-query'
import {
  type MouseEvent,
  Suspense,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { isBuild } from '../../lib/prerendered.ts'
import { lazyScreen } from '../../ui/lazy.tsx'
import { usePreload } from '../../ui/when-idle.tsx'
import { directoryCache, prefetchView } from '../../features/directory/directory-cache.ts'
import { readView, useDirectoryView } from '../../features/directory/directory-view.ts'
import { LoadingCommunity } from '../../features/directory/page/LoadingCommunity.tsx'

// A first visit loads one of them.
const CommunityList = lazyScreen(
  async () => (await import('../../features/directory/CommunityList.tsx')).CommunityList,
)
const CommunityPage = lazyScreen(
  async () => (await import('../../features/directory/page/CommunityPage.tsx')).CommunityPage,
)
const SavedOnDevice = lazyScreen(
  async () => (await import('../../features/directory/saved/SavedOnDevice.tsx')).SavedOnDevice,
)
const nextOfList = [CommunityPage]
const nextOfCommunity = [CommunityList]

/** Requests what the URL shows, without waiting for it, and loads its code. */
export async function preloadView(): Promise<void> {
  // The build waits for everything that a page shows.
  if (isBuild) return
  const view = readView(new URLSearchParams(window.location.search))
  prefetchView(view)
  await (view.community ? CommunityPage : view.saved ? SavedOnDevice : CommunityList).load()
}

/** /communities when the directory is live: the list, the community that the URL names, or what the visitor saved. */
export function CommunitiesScreen() {
  const { view } = useDirectoryView()
  usePreload(view.community ? nextOfCommunity : nextOfList)
  const { listUrl, rememberCard } = useReturnToList(view.community, view.saved)

  return (
    <QueryClientProvider client={directoryCache}>
      {view.community ? (
        <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-8">
          <Suspense
            fallback={
              <>
                {/* As tall as the link back, so that the name does not move when it appears. */}
                <div className="h-9" />
                <LoadingCommunity id={view.community} />
              </>
            }
          >
            <CommunityPage
              key={view.community}
              id={view.community}
              location={view.location[0] ?? null}
              listUrl={listUrl}
            />
          </Suspense>
        </div>
      ) : (
        // Only observes the links inside.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
        <div onClickCapture={rememberCard} onPointerOverCapture={preload} onFocusCapture={preload}>
          {view.saved ? (
            <Suspense fallback={<div className="min-h-dvh" />}>
              <SavedOnDevice />
            </Suspense>
          ) : (
            <CommunityList />
          )}
        </div>
      )}
    </QueryClientProvider>
  )
}

/** Loads the page of a community as soon as the visitor points at a card. Opening it retries a failure. */
const preload = ({ target }: SyntheticEvent) => {
  if (target instanceof Element && target.closest('article')) void CommunityPage.preload()
}

/**
 * Scrolls to the top when a link opens a community or a list. Going back to a list restores its scroll
 * position and puts the focus on the card that was opened.
 */
function useReturnToList(community: string | null, isSaved: boolean) {
  const { pathname, search } = useLocation()
  const url = pathname + search
  const isBack = useNavigationType() === NavigationType.Pop
  const content = isSaved ? 'saved' : community
  const shown = useRef(content)
  const [opened, setOpened] = useState<{ list: string; card: string; scrollY: number } | null>(null)

  useLayoutEffect(() => {
    if (shown.current === content) return
    shown.current = content
    const focus = (selector: string) =>
      document.querySelector<HTMLElement>(`main ${selector}`)?.focus({ preventScroll: true })
    if (!community && opened?.list === url) {
      window.scrollTo({ top: opened.scrollY })
      focus(`a[href="${CSS.escape(opened.card)}"]`)
    } else if (!isBack) {
      window.scrollTo({ top: 0 })
      focus('h1')
    }
  }, [content, community, opened, url, isBack])

  const rememberCard = ({ target }: MouseEvent) => {
    const card = target instanceof Element && target.closest('article a')?.getAttribute('href')
    if (card) setOpened({ list: url, card, scrollY: window.scrollY })
  }

  return { listUrl: opened?.list ?? null, rememberCard }
}
