import { useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import { CommunityImage } from '../../community/CommunityImage.tsx'
import { textLanguage } from '../../community/languages.ts'
import { LoadingText, Skeleton } from '../../../ui/Loading.tsx'
import { findCard } from '../directory-cache.ts'

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
          <Skeleton className="h-6 w-48" />
        </div>
        <Skeleton className="h-40 rounded-2xl!" />
      </div>
    </div>
  )
}

/** Whether the visitor came here by a link, such as a card, instead of opening the page or going back to it. */
export function useOpenedByLink(): boolean {
  const isLink = useNavigationType() !== NavigationType.Pop
  const [wasLink] = useState(isLink)
  return wasLink
}

/** The image of a community's page. Until it has loaded, the image of the card that was opened is visible below it. */
export function Cover({ src }: { src: string }) {
  const isOpenedByLink = useOpenedByLink()
  return (
    <div className="community-image relative aspect-3/2 overflow-hidden rounded-2xl bg-sunken sm:aspect-2/1">
      {isOpenedByLink && (
        <CommunityImage src={src} isSmall isEager className="absolute size-full rounded-none!" />
      )}
      <CommunityImage
        src={src}
        isEager
        className="relative size-full rounded-none! bg-transparent!"
      />
    </div>
  )
}

/** Of the name. */
export const titleClass = 'text-3xl font-semibold tracking-tight sm:text-4xl'
