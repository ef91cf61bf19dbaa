import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { isolate } from '../lib/isolate.ts'
import { brand } from './brand.ts'
import { getPagePath, isBuild } from '../lib/prerendered.ts'
import { siteUrl, toSiteUrl } from '../lib/site-url.ts'

type Props = {
  title: string
  description: string
  isIndexed?: boolean
  /** The path of the preferred URL; by default the current URL's, without its query. */
  canonicalPath?: string
  /** The path of its Atom feed. */
  feedPath?: string | undefined
}

/** The same elements of the static page, until the first screen has its own. */
let othersInHtml = isBuild
  ? []
  : [
      ...document.head.querySelectorAll(
        'title, meta[name="description"], meta[name="robots"], link:is([rel="canonical"], [rel="alternate"])',
      ),
    ]

/** React moves these elements to the document's head. */
export function PageMeta({ title, description, isIndexed = true, canonicalPath, feedPath }: Props) {
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    for (const element of othersInHtml) element.remove()
    othersInHtml = []
  }, [])

  return (
    <>
      <title>{`${isolate(title)} · ${brand.name}`}</title>
      <meta name="description" content={description} />
      {siteUrl && isIndexed && (
        <link rel="canonical" href={toSiteUrl(canonicalPath ?? getPagePath(pathname))} />
      )}
      {siteUrl && feedPath && (
        <link rel="alternate" type="application/atom+xml" title={title} href={feedPath} />
      )}
      {!isIndexed && <meta name="robots" content="noindex" />}
    </>
  )
}
