import type { Category } from './vocabulary.ts'

const photoIds = {
  Sports: '1461896836934-ffe607ba8211',
  'Party & Events': '1514525253161-7a46d19cd819',
  'Tours & Adventure': '1551632811-561732d1e306',
  'Digital Nomads': '1519389950473-47ba0277781c',
  Business: '1552664730-d307ca884978',
  Culture: '1493976040374-85c8e12f0c0e',
  Exploration: '1469854523086-cc02fe5d8800',
  Social: '1529156069898-49953e39b3ac',
} as const satisfies Record<Category, string>

export const stockHost = 'https://images.unsplash.com/'

export const stockPhoto = (category: Category = 'Exploration'): string =>
  atWidth(`${stockHost}photo-${photoIds[category]}`, 1200)

export const isStockPhoto = (url: string): boolean => url.startsWith(stockHost)

/** Returns the URL of a stock photo at a width in pixels. Replaces all parameters: owners choose them. */
const atWidth = (photo: string, width: number): string =>
  photo.replace(/(\?.*)?$/s, `?w=${width}&q=80&auto=format&fit=crop`)

/* The small versions of images, for cards. */

/** In pixels: no card requests a wider image, not even on a sharper screen. */
const cardWidth = 480

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
