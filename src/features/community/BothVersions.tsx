import { cx } from '../../ui/cx.ts'
import { CommunityImage } from './CommunityImage.tsx'
import { isStockPhoto } from './images.ts'

type Props = {
  src: string
  alt: string
  className: string
}

/**
 * An image and, for an upload, its small version. Reviewers need both: the owner's browser makes the small version, so it
 * may show something else.
 */
export function BothVersions({ src, alt, className }: Props) {
  return (
    <>
      <CommunityImage src={src} alt={alt} className={cx('aspect-3/2', className)} />
      {!isStockPhoto(src) && (
        <figure className="mt-2 flex items-end gap-2">
          <CommunityImage
            src={src}
            isSmall
            alt={`${alt}, on cards`}
            className="aspect-3/2 w-36 max-w-full shrink!"
          />
          <figcaption className="text-xs text-ink-soft">On cards</figcaption>
        </figure>
      )}
    </>
  )
}
