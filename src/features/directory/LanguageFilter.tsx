import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { languageName, ownLanguageName } from '../community/languages.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { countOf, type DirectoryCounts, getLanguages } from './directory-counts.ts'
import type { DirectoryView } from './directory-view.ts'
import { FacetSearch, maxShown } from './FacetSearch.tsx'
import { Facet, FilterLink } from './FilterLink.tsx'

type Props = { view: DirectoryView; counts: DirectoryCounts | undefined }

const title = 'Languages spoken'

/** The most frequent languages, and a search for the others. */
export function LanguageFilter({ view, counts }: Props) {
  const [isSearching, setIsSearching] = useState(false)
  // Without the languages that have no name in this browser, whose name is their code.
  const spoken = (counts ? getLanguages(counts) : []).filter((code) => languageName(code) !== code)
  const shown = spoken.slice(0, maxShown)
  if (view.language && !shown.includes(view.language)) shown.push(view.language)
  if (shown.length === 0) return null

  if (isSearching) return <LanguageSearch languages={spoken} view={view} counts={counts} />
  return (
    <div className="space-y-2">
      <Facet title={title}>
        {shown.map((code) => (
          <LanguageLink key={code} code={code} view={view} counts={counts} />
        ))}
      </Facet>
      {spoken.length > maxShown && (
        <SmallButton icon={Search} onClick={() => setIsSearching(true)}>
          More languages
        </SmallButton>
      )}
    </div>
  )
}

function LanguageSearch({ languages, view, counts }: Props & { languages: string[] }) {
  const codes = languages.join()
  // Reading the names takes a slow phone a millisecond each.
  const named = useMemo(
    () => codes.split(',').map((code) => ({ code, ownName: ownLanguageName(code) })),
    [codes],
  )
  return (
    <FacetSearch
      title={title}
      noun="languages"
      values={named}
      textOf={({ code, ownName }) => `${languageName(code)} ${ownName}`}
    >
      {({ code, ownName }) => (
        <LanguageLink key={code} code={code} ownName={ownName} view={view} counts={counts} />
      )}
    </FacetSearch>
  )
}

function LanguageLink({ code, ownName, view, counts }: Props & { code: string; ownName?: string }) {
  const isActive = view.language === code
  const label = languageName(code)
  return (
    <FilterLink
      label={label}
      detail={ownName !== label && ownName && { text: ownName, lang: code }}
      isActive={isActive}
      count={counts && countOf(counts, counts.languages[code])}
      view={view}
      change={{ language: isActive ? null : code }}
    />
  )
}
