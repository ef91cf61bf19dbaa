import { cx } from '../../ui/cx.ts'
import { thumbnail } from './stock-photos.ts'

type Props = {
  src: string
  alt?: string
  /** Loads a small version, for table rows. */
  isThumbnail?: boolean
  /** Width in pixels at which to load a stock photo; by default its full size. */
  width?: number | undefined
  /** Visible without scrolling: loads immediately instead of lazily. */
  isEager?: boolean
  className?: string
}

/** A community's image, or a placeholder if it fails to load. Decorative by default, because the name is next to it. */
export function CommunityImage({
  src,
  alt = '',
  isThumbnail = false,
  width = isThumbnail ? 240 : undefined,
  isEager = false,
  className,
}: Props) {
  return (
    <img
      key={src}
      ref={replaceIfBroken}
      src={width ? thumbnail(src, width) : src}
      alt={alt}
      // The maximum size of a stored image; CSS sets the displayed size.
      width={1200}
      height={800}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      onError={({ currentTarget }) => showPlaceholder(currentTarget)}
      className={cx('shrink-0 rounded-xl bg-sunken object-cover', className)}
    />
  )
}

/** Handles an image of a prerendered page that failed before React attached its error handler. */
function replaceIfBroken(image: HTMLImageElement | null) {
  if (image?.complete && image.naturalWidth === 0 && image.currentSrc) showPlaceholder(image)
}

function showPlaceholder(image: HTMLImageElement) {
  if (!image.src.endsWith('/placeholder.svg')) image.src = '/placeholder.svg'
}
