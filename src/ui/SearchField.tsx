import { Search, X } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { cleanLine } from '../lib/clean-text.ts'
import { GhostButton } from './Button.tsx'
import { cx } from './cx.ts'
import { controlClass } from './Select.tsx'

type SearchText = {
  value: string
  /** Called with the cleaned text when typing pauses. */
  onSearch: (text: string) => void
}

type LookProps = {
  label: string
  /** Short enough for a phone. */
  placeholder?: string
}

const debounceMs = 300

/** Searches while the user types. The caller holds the value, so that it can be part of the URL. */
export function SearchField({ value, onSearch, ...look }: SearchText & LookProps) {
  return <SearchInput {...look} field={useSearchText({ value, onSearch })} />
}

/** Returns the typed text, and functions that search for it without waiting. */
export function useSearchText({ value, onSearch }: SearchText) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
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

  /** Replaces the text. The caller changes the value. */
  const replace = (query: string) => {
    setText(query)
    sent.current = cleanLine(query)
    return sent.current
  }
  return { text, setText, replace, searchNow: (query: string) => onSearch(replace(query)) }
}

type InputProps = LookProps & {
  field: ReturnType<typeof useSearchText>
  inputProps?: ComponentProps<'input'>
  /** Below the field. */
  children?: ReactNode
}

export function SearchInput({
  label,
  placeholder = label,
  field: { text, setText, searchNow },
  inputProps,
  children,
}: InputProps) {
  const input = useRef<HTMLInputElement>(null)
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
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        className={cx(
          controlClass,
          'min-h-10 pr-10 pl-9 text-ellipsis placeholder-shown:pr-3 [&::-webkit-search-cancel-button]:appearance-none',
        )}
        {...inputProps}
        ref={input}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          inputProps?.onChange?.(event)
        }}
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
      {children && <div className="contents">{children}</div>}
    </form>
  )
}
