import { useLocation } from 'react-router-dom'
import { brand } from '../brand.ts'
import { getPagePath } from '../lib/prerendered.ts'
import { siteUrl, toSiteUrl } from '../lib/site-url.ts'

type Props = {
  title: string
  description: string
  /** Whether search engines may list the page. */
  isIndexed?: boolean
  /** The path of the preferred URL; by default that of the current URL, without its query. */
  canonicalPath?: string
}

/** React moves these elements to the document's head. */
export function PageMeta({ title, description, isIndexed = true, canonicalPath }: Props) {
  const { pathname } = useLocation()
  return (
    <>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="description" content={description} />
      {siteUrl && isIndexed && (
        <link rel="canonical" href={toSiteUrl(canonicalPath ?? getPagePath(pathname))} />
      )}
      {!isIndexed && <meta name="robots" content="noindex" />}
    </>
  )
}
