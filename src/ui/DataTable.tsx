import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'

type Sort = { by: string; descending: boolean }

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  className?: string
  /** The value of `sort.by` for this column. Omit it if the column is not sortable. */
  sortBy?: string
  /** Whether the cards of narrow screens show the value alone. */
  hidesHeaderInCards?: boolean
}

/** About as many as fill a window. */
const firstRows = 8

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  sort: Sort
  onSort: (by: string) => void
  /** Dims the rows while newer ones load. */
  isStale: boolean
}

/**
 * A table on wide screens; on narrow ones each row becomes a card with its own headings. The roles are
 * explicit because some browsers drop a table's semantics with `display: block`.
 */
export function DataTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  sort,
  onSort,
  isStale,
}: Props<Row>) {
  const direction = sort.descending ? 'descending' : 'ascending'
  // Renders the other rows in the background, which keeps slow phones responsive.
  const isComplete = useDeferredValue(true, false)

  return (
    <table role="table" aria-busy={isStale} className="block w-full text-sm lg:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="hidden lg:table-header-group">
        <tr role="row" className="border-b border-line">
          {columns.map(({ header, sortBy }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              aria-sort={sort.by === sortBy ? direction : undefined}
              className="px-3 py-2.5 text-start font-semibold whitespace-nowrap text-ink-soft"
            >
              {sortBy ? (
                <SortButton
                  header={header}
                  sort={sort.by === sortBy ? sort : undefined}
                  onClick={() => onSort(sortBy)}
                />
              ) : (
                header
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody
        role="rowgroup"
        className={`block divide-y divide-line transition-opacity lg:table-row-group ${isStale ? 'opacity-60' : ''}`}
      >
        {(isComplete ? rows : rows.slice(0, firstRows)).map((row) => (
          <tr
            // Gets the focus when one of its buttons is removed.
            tabIndex={-1}
            role="row"
            key={row.id}
            className="block py-4 lg:table-row lg:py-0"
          >
            {columns.map(({ header, cell, className, hidesHeaderInCards }) => (
              <td
                role="cell"
                key={header}
                data-label={hidesHeaderInCards ? undefined : header}
                className={`flex gap-3 px-1 py-1 max-lg:data-label:before:w-24 max-lg:data-label:before:shrink-0 max-lg:data-label:before:text-ink-soft max-lg:data-label:before:content-[attr(data-label)] lg:table-cell lg:px-3 lg:py-3 lg:align-middle ${className ?? ''}`}
              >
                <div className="min-w-0 flex-1">{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type SortButtonProps = { header: string; sort: Sort | undefined; onClick: () => void }

function SortButton({ header, sort, onClick }: SortButtonProps) {
  const Icon = !sort ? ArrowUpDown : sort.descending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={onClick}
      className="-mx-1.5 inline-flex items-center gap-1 rounded-md px-1.5 py-0.5 hover:text-ink"
    >
      <span>{header}</span>
      <Icon aria-hidden="true" className={`size-3.5 ${sort ? 'text-clay' : 'opacity-50'}`} />
    </button>
  )
}
