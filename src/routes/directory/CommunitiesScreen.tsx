import { NuqsAdapter } from 'nuqs/adapters/react-router/v7'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { CommunityList } from './CommunityList.tsx'
import { CommunityPage } from './CommunityPage.tsx'
import { useDirectoryView } from './directory-view.ts'
import './first-page.ts'

/** /communities once the directory is live: a list, or the one community that the address names. */
export function CommunitiesScreen() {
  return (
    <NuqsAdapter>
      <ListOrCommunity />
    </NuqsAdapter>
  )
}

function ListOrCommunity() {
  const { view } = useDirectoryView()
  const { list, noteOpened } = useWayBack(view.community)

  return (
    // It takes nothing away from what is clicked.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div onClickCapture={noteOpened}>
      {view.community ? (
        <CommunityPage key={view.community} id={view.community} place={view.place} list={list} />
      ) : (
        <CommunityList view={view} />
      )}
    </div>
  )
}

/**
 * A community begins at its top. Whoever goes back to the list it was opened from finds that where they
 * left it, with the focus on the card.
 *
 * @returns the address of that list, and what is to be told of every click
 */
function useWayBack(community: string | null) {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const shown = useRef(community)
  const [left, setLeft] = useState<{ list: string; card: string; scrollY: number } | null>(null)

  useLayoutEffect(() => {
    if (shown.current === community) return
    shown.current = community
    if (community) {
      window.scrollTo({ top: 0, behavior: 'instant' })
    } else if (left?.list === address) {
      window.scrollTo({ top: left.scrollY, behavior: 'instant' })
      document
        .querySelector<HTMLElement>(`main a[href="${CSS.escape(left.card)}"]`)
        ?.focus({ preventScroll: true })
    }
  }, [community, left, address])

  const noteOpened = ({ target }: MouseEvent) => {
    const card = target instanceof Element && target.closest('article a')?.getAttribute('href')
    if (card && !community) setLeft({ list: address, card, scrollY: window.scrollY })
  }

  return { list: left?.list ?? null, noteOpened }
}
