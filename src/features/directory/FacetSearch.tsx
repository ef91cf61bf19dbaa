import { type ReactNode, useId, useState } from 'react'
import { containsWords } from '../../lib/plain-words.ts'
import { cx } from '../../ui/cx.ts'
import { controlClass } from '../../ui/Select.tsx'
import { Facet } from './FilterLink.tsx'

/** The most values that a facet shows, and that the database counts for places. */
export const maxShown = 12

type Props<Value> = {
  title: string
  /** The values in lower case: 'places'. */
  noun: string
  /** Undefined if they could not be loaded. */
  values: readonly Value[] | undefined
  isLoading?: boolean
  /** Returns the names by which a value is found. */
  textOf: (value: Value) => string
  /** Returns the list item of a value. */
  children: (value: Value) => ReactNode
}

/** A facet whose values are found by name: those that contain the words typed, the most frequent first. */
export function FacetSearch<Value>({
  title,
  noun,
  values,
  isLoading = false,
  textOf,
  children,
}: Props<Value>) {
  const [text, setText] = useState('')
  const id = useId()
  const found = values?.filter((value) => containsWords(textOf(value), text))

  return (
    <Facet
      title={title}
      search={
        <>
          <input
            dir="auto"
            // The button that opened the search is gone.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            type="search"
            aria-label={`Search ${noun}`}
            aria-describedby={id}
            placeholder={`Search ${noun}`}
            value={text}
            maxLength={100}
            onChange={(event) => setText(event.currentTarget.value)}
            className={cx(controlClass, 'min-h-10')}
          />
          <p id={id} role="status" className="my-2 text-xs text-ink-soft">
            {isLoading
              ? 'Loading...'
              : found?.length === 0
                ? `No ${noun} found`
                : found && found.length > maxShown && `${maxShown} of ${found.length} ${noun}`}
          </p>
        </>
      }
    >
      {found?.slice(0, maxShown).map(children)}
    </Facet>
  )
}
