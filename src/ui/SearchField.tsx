import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { controlClass } from './Select.tsx'

type Props = {
  /** Accessible name: what is searched. */
  label: string
  /** Short enough for a phone. */
  placeholder?: string
  value: string
  /** Called with the trimmed text once typing pauses. */
  onSearch: (text: string) => void
}

/** Milliseconds without a keystroke after which the search runs. */
const pause = 300

/** Searches while one types. The caller holds the value, so that it can live in the address. */
export function SearchField({ label, placeholder = label, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const search = useRef(onSearch)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    search.current = onSearch
  })

  // The value changed elsewhere: Back, a bookmark, 'Clear filters'.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = wanted
      search.current(wanted)
    }, pause)
    return () => clearTimeout(timer)
  }, [text])

  const finish = (wanted: string) => {
    setText(wanted)
    sent.current = wanted.trim()
    onSearch(wanted.trim())
  }

  return (
    <form
      role="search"
      className="relative min-w-0"
      onSubmit={(event) => {
        event.preventDefault()
        finish(text)
      }}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
      />
      <input
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
        <Button
          variant="ghost"
          size="sm"
          icon={X}
          aria-label="Clear the search"
          className="absolute top-1/2 right-1 -translate-y-1/2"
          onClick={() => {
            finish('')
            input.current?.focus()
          }}
        />
      )}
    </form>
  )
}
