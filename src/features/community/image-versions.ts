import { atWidth, isStockPhoto } from './stock-photos.ts'

/** In pixels: no card requests a wider image, not even on a sharper screen. */
export const cardWidth = 480

/** Returns the path or URL of the small version of an uploaded image. Images from before it existed have none. */
export const smallVersionOf = (image: string): string =>
  image.replace(/-compressed\.(\w+)$/, `-${cardWidth}.$1`)

/**
 * Returns the URL of an image at a width of at most 480 pixels.
 *
 * @param stockWidth the width of a stock photo, in pixels
 */
export const getSmallUrl = (url: string, stockWidth = cardWidth): string =>
  isStockPhoto(url) ? atWidth(url, stockWidth) : smallVersionOf(url)
