import { cx } from '../ui/cx.ts'
import { thumbnail } from './stock-photo.ts'

type Props = {
  src: string
  alt?: string
  /** Of the size of a row: as much of it is loaded. */
  isThumbnail?: boolean
  className?: string
}

/** A community's image; a placeholder stands in when it cannot be loaded. Decorative: the name is beside it. */
export function CommunityImage({ src, alt = '', isThumbnail = false, className }: Props) {
  return (
    <img
      key={src}
      src={isThumbnail ? thumbnail(src) : src}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={(event) => {
        const image = event.currentTarget
        if (!image.src.endsWith('/placeholder.svg')) image.src = '/placeholder.svg'
      }}
      className={cx('shrink-0 rounded-xl bg-sunken object-cover', className)}
    />
  )
}
