import { FilterField } from '../../ui/FilterField.tsx'
import type { Sort } from '../../ui/DataTable.tsx'

export type SortChoice<By extends string> = {
  by: By
  label: string
  /** What either direction is called: 'A to Z', 'newest first'. */
  ascending: string
  descending: string
}

type Props<By extends string> = {
  choices: readonly SortChoice<By>[]
  value: Sort
  onChange: (by: By, descending: boolean) => void
  className?: string
}

/** Sorts where a table is shown as cards, which have no headings to click. */
export function SortField<By extends string>({ choices, value, onChange, className }: Props<By>) {
  const options = choices.flatMap(({ by, label, ascending, descending }) => [
    { by, isDescending: false, text: `${label}, ${ascending}` },
    { by, isDescending: true, text: `${label}, ${descending}` },
  ])
  return (
    <FilterField
      label="Sort by"
      className={className}
      value={options.findIndex(
        ({ by, isDescending }) => by === value.by && isDescending === value.descending,
      )}
      onChange={(index) => {
        const chosen = options[Number(index)]
        if (chosen) onChange(chosen.by, chosen.isDescending)
      }}
    >
      {options.map(({ text }, index) => (
        <option key={text} value={index}>
          {text}
        </option>
      ))}
    </FilterField>
  )
}
