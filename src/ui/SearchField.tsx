import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cleanLine } from '../lib/clean-text.ts'
import { GhostButton } from './Button.tsx'
import { cx } from './cx.ts'
import { controlClass } from './Select.tsx'

type Props = {
  label: string
  /** Short enough for a phone. */
  placeholder?: string
  value: string
  /** Called with the cleaned text when typing pauses. */
  onSearch: (text: string) => void
}

const debounceMs = 300

/** Searches while the user types. The caller holds the value, so that it can be part of the URL. */
export function SearchField({ label, placeholder = label, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  const search = useEffectEvent(onSearch)

  // The value was changed by Back, a bookmark or 'Clear filters'.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    const query = cleanLine(text)
    if (query === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = query
      search(query)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text])

  const searchNow = (query: string) => {
    setText(query)
    sent.current = cleanLine(query)
    onSearch(sent.current)
  }

  return (
    <form
      role="search"
      className="relative min-w-0"
      onSubmit={(event) => {
        event.preventDefault()
        searchNow(text)
      }}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
      />
      <input
        dir="auto"
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
        className={cx(
          controlClass,
          'min-h-10 pr-10 pl-9 text-ellipsis placeholder-shown:pr-3 [&::-webkit-search-cancel-button]:appearance-none',
        )}
      />
      {text && (
        <GhostButton
          icon={X}
          aria-label="Clear the search"
          className="absolute top-1/2 right-1 -translate-y-1/2"
          onClick={() => {
            searchNow('')
            input.current?.focus()
          }}
        />
      )}
    </form>
  )
}
