import { cx } from '../../ui/cx.ts'
import { getSmallUrl, isStockPhoto } from './images.ts'

type Props = {
  src: string
  alt?: string
  /** Loads the small version, for cards: see `getSmallUrl`. */
  isSmall?: boolean
  /** Loads an even smaller stock photo, for table rows. */
  isThumbnail?: boolean
  /** Visible without scrolling: loads immediately instead of lazily. */
  isEager?: boolean
  className?: string
}

/**
 * A community's image, or a placeholder if it fails to load. If the small version fails, the full one is next. Decorative
 * by default, because the name is next to it.
 */
export function CommunityImage({
  src,
  alt = '',
  isThumbnail = false,
  isSmall = isThumbnail,
  isEager = false,
  className,
}: Props) {
  return (
    <img
      key={src}
      src={isSmall ? getSmallUrl(src, isThumbnail ? 240 : undefined) : src}
      alt={alt}
      // The maximum size of a stored image; CSS sets the displayed size.
      width={1200}
      height={800}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      onError={({ currentTarget }) => showNext(currentTarget, src)}
      className={cx('shrink-0 rounded-xl bg-sunken object-cover', className)}
    />
  )
}

const placeholder = '/placeholder.svg'

function showNext(image: HTMLImageElement, full: string) {
  const failed = image.getAttribute('src')
  if (failed === placeholder) return
  // Every width of a stock photo comes from the same host.
  image.src = failed === full || isStockPhoto(full) ? placeholder : full
}
