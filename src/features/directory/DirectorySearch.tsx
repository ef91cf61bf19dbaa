import { type LucideIcon, MapPin, Tag, Users } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { cleanLine } from '../../lib/clean-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { containsWords } from '../../lib/plain-words.ts'
import { allCategories } from '../community/vocabulary.ts'
import { formatCountOf } from '../../ui/format.ts'
import { SearchInput, useSearchText } from '../../ui/SearchField.tsx'
import { useCommunityList, usePlaces } from './directory-queries.ts'
import {
  type DirectoryView,
  getCommunityUrl,
  getViewUrl,
  noFilter,
  pageSize,
  sortOf,
  useDirectoryView,
} from './directory-view.ts'

/** The search of the list. Suggests places, categories and communities: the combobox pattern of WAI-ARIA. */
export function DirectorySearch({ view }: { view: DirectoryView }) {
  const { search } = useDirectoryView()
  const navigate = useNavigate()
  const field = useSearchText({ value: view.search, onSearch: search })
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const suggestions = useSuggestions(view, cleanLine(field.text), isOpen)
  const id = useId()
  const idOf = (index: number) => `${id}-${index}`
  const chosen = suggestions[active]

  const close = () => {
    setIsOpen(false)
    setActive(-1)
  }
  const choose = ({ to }: Suggestion) => {
    close()
    field.replace('')
    void navigate(to)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || suggestions.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      // One more than the suggestions: the text itself.
      const steps = suggestions.length + 1
      setActive(((active + 1 + step + steps) % steps) - 1)
    } else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape') close()
    else {
      if (event.key === 'Enter') close()
      return
    }
    event.preventDefault()
  }

  return (
    <SearchInput
      label="Search communities"
      placeholder="Search"
      field={field}
      inputProps={{
        role: 'combobox',
        autoComplete: 'off',
        'aria-autocomplete': 'list',
        'aria-expanded': suggestions.length > 0,
        'aria-controls': id,
        'aria-activedescendant': chosen && idOf(active),
        onChange: () => {
          setIsOpen(true)
          setActive(-1)
        },
        onKeyDown: handleKey,
        onBlur: close,
      }}
    >
      <p role="status" className="sr-only">
        {suggestions.length > 0 && formatCountOf(suggestions.length, 'suggestion', 'suggestions')}
      </p>
      {/* Wider than the field on a phone. */}
      <div
        id={id}
        role="listbox"
        aria-label="Suggestions"
        className="absolute start-0 top-full z-30 mt-1 w-max max-w-[calc(100vw-2rem)] min-w-full overflow-hidden rounded-xl border border-line bg-surface py-1 shadow-raised empty:hidden"
      >
        {suggestions.map((suggestion, index) => (
          // The field has the focus, and handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={suggestion.to}
            id={idOf(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            aria-label={`${isolate(suggestion.name)}, ${suggestion.detail}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 px-3 py-1 text-[0.9375rem] hover:bg-sunken aria-selected:bg-accent-soft"
          >
            <suggestion.icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
            <span className="min-w-0">
              <span dir="auto" translate="no" className="block truncate">
                {suggestion.name}
              </span>
              <span className="block text-xs text-ink-soft">{suggestion.detail}</span>
            </span>
          </div>
        ))}
      </div>
    </SearchInput>
  )
}

type Suggestion = { icon: LucideIcon; name: string; detail: string; to: string }

const maxOfKind = 3

/** Suggests nothing for a single character. Sends no request of its own but one for the places, once. */
function useSuggestions(view: DirectoryView, text: string, isOpen: boolean): Suggestion[] {
  const isLong = isOpen && text.length >= 2
  const { data: places = [] } = usePlaces(noFilter, { enabled: isLong })
  // What the list below shows once typing pauses.
  const { data: communities = [] } = useCommunityList(
    { filter: view, sort: sortOf(view), pageSize },
    { enabled: isLong && view.search === text && !view.near },
  )
  if (!isLong) return []

  const matches = (name: string) => containsWords(name, text)
  const found: Suggestion[][] = [
    places
      .filter(({ name, country }) => matches([name, country].join(' ')))
      .map(({ name, country }) => ({
        icon: MapPin,
        name,
        detail: country,
        to: getViewUrl({ ...view, search: '', near: false, location: name }),
      })),
    allCategories.filter(matches).map((category) => ({
      icon: Tag,
      name: category,
      detail: 'Category',
      to: getViewUrl({ ...view, search: '', category }),
    })),
    (view.search === text ? communities : [])
      .filter(({ name }) => matches(name))
      .map((community) => ({
        icon: Users,
        name: community.name,
        detail: community.location,
        to: getCommunityUrl(community),
      })),
  ]
  return found.flatMap((kind) => kind.slice(0, maxOfKind))
}
