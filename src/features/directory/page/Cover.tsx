import { useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import { CommunityImage } from '../../community/CommunityImage.tsx'

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
    <div className="relative aspect-3/2 overflow-hidden rounded-2xl bg-sunken sm:aspect-2/1">
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
