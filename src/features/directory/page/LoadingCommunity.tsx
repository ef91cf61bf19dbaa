import { textLanguage } from '../../community/languages.ts'
import { LoadingText, Skeleton } from '../../../ui/Loading.tsx'
import { Cover, titleClass, useOpenedByLink } from './Cover.tsx'
import { findCard } from '../directory-queries.ts'

/**
 * The name and the image of the card that was opened. As tall as the window, so that the footer does not jump when the
 * community appears.
 */
export function LoadingCommunity({ id }: { id: string }) {
  const isOpenedByLink = useOpenedByLink()
  const card = isOpenedByLink ? findCard(id) : undefined
  return (
    <div className="mt-4 min-h-dvh">
      <LoadingText />
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-4">
          {card ? (
            <Cover src={card.image_url} />
          ) : (
            <Skeleton className="aspect-3/2 rounded-2xl! sm:aspect-2/1" />
          )}
          <Skeleton className="h-6 w-48" />
          {card ? (
            <h1
              dir="auto"
              lang={textLanguage(card.languages)}
              translate="no"
              className={titleClass}
            >
              {card.name}
            </h1>
          ) : (
            <Skeleton className="h-10 w-3/4" />
          )}
        </div>
        <Skeleton className="h-80 rounded-2xl!" />
      </div>
    </div>
  )
}
