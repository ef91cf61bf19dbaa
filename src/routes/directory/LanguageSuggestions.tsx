import { Link } from 'react-router-dom'
import { browserLanguages, ownLanguageName } from '../../communities/languages.ts'
import { useHydrated } from '../../lib/useHydrated.ts'
import {
  countOf,
  describeCommunities,
  type DirectoryCounts,
  getLanguages,
  isOne,
} from './directory-counts.ts'
import { type DirectoryView, getViewUrl } from './directory-view.ts'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

/** Links to the communities that speak a language of the browser, such as '3 communities speak Deutsch'. */
export function LanguageSuggestions({ view, counts }: Props) {
  const isHydrated = useHydrated()
  if (!isHydrated || !counts || view.language) return null
  const spoken = getLanguages(counts)

  return browserLanguages()
    .filter((code) => spoken.includes(code))
    .slice(0, 2)
    .map((code) => {
      const count = countOf(counts, counts.languages[code])
      return (
        <Link
          key={code}
          to={getViewUrl({ ...view, language: code })}
          // On a phone, there is room for one beside the number of communities.
          className="rounded-sm text-sm font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink max-sm:not-first-of-type:hidden"
        >
          <span>{`${describeCommunities(count)} ${isOne(count) ? 'speaks' : 'speak'}`}</span>{' '}
          <span lang={code} translate="no">
            {ownLanguageName(code)}
          </span>
        </Link>
      )
    })
}
