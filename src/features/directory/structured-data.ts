import { useEffect } from 'react'
import { toSiteUrl } from '../../lib/site-url.ts'
import type { ListedCommunity, PublicCommunity } from './directory-queries.ts'
import { getCommunityPath } from '../community/community-path.ts'

/* Descriptions for search engines, in the vocabulary of schema.org. */

const context = 'https://schema.org'

export const describeList = (communities: readonly Pick<ListedCommunity, 'id' | 'name'>[]) => ({
  '@context': context,
  '@type': 'ItemList',
  itemListElement: communities.map(({ id, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: toSiteUrl(getCommunityPath(id)),
  })),
})

/** Describes a community as an organization that people join in a place. */
export function describeCommunity(community: PublicCommunity) {
  const { id, name, description, location, country, image_url } = community
  const url = toSiteUrl(getCommunityPath(id))
  return {
    '@context': context,
    '@type': 'Organization',
    '@id': url,
    url,
    name,
    description,
    image: toSiteUrl(image_url),
    ...(community.languages.length > 0 && { knowsLanguage: community.languages }),
    location: {
      '@type': 'Place',
      name: location,
      address: {
        '@type': 'PostalAddress',
        addressLocality: location,
        addressCountry: country,
      },
    },
  }
}

/**
 * Describes the page while the component is mounted, in place of what the build wrote. In the body itself: with a script
 * inside, `main` would not be hidden from screen readers behind a dialog.
 */
export function useStructuredData(description: object | undefined) {
  const json = description && JSON.stringify(description)
  useEffect(() => {
    if (!json) return undefined
    document.querySelector('script[type="application/ld+json"]')?.remove()
    const script = document.createElement('script')
    script.type = 'application/ld+json'
    script.textContent = json
    document.body.append(script)
    return () => script.remove()
  }, [json])
}
