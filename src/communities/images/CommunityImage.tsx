import { cx } from '../../ui/cx.ts'
import { thumbnail } from './stock-photo.ts'

type Props = {
  src: string
  alt?: string
  /** Of the size of a row: as much of it is loaded. */
  isThumbnail?: boolean
  /** Pixels in which a stock photo is loaded; all that it was listed with unless told. */
  width?: number | undefined
  /** On view as soon as the page is: not loaded only when it is scrolled to. */
  isEager?: boolean
  className?: string
}

/** A community's image; a placeholder stands in when it cannot be loaded. Decorative: the name is beside it. */
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
      // Of every stored image at most; where it stands says how large it is.
      width={1200}
      height={800}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      onError={({ currentTarget }) => showPlaceholder(currentTarget)}
      className={cx('shrink-0 rounded-xl bg-sunken object-cover', className)}
    />
  )
}

/** In a prerendered page an image may have failed before anybody listened. */
function replaceIfBroken(image: HTMLImageElement | null) {
  if (image?.complete && image.naturalWidth === 0 && image.currentSrc) showPlaceholder(image)
}

function showPlaceholder(image: HTMLImageElement) {
  if (!image.src.endsWith('/placeholder.svg')) image.src = '/placeholder.svg'
}
