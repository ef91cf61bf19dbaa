import type { ReactNode } from 'react'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  className?: string
}

type Props<Row> = {
  /** Says what the table holds, for assistive technology. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

/**
 * A table on wide screens; on narrow ones each row becomes a card with its own headings. The roles
 * are stated because `display: block` takes a table's meaning away in some browsers.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  return (
    <table role="table" className="block w-full text-sm lg:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="hidden lg:table-header-group">
        <tr role="row" className="border-b border-line">
          {columns.map(({ header }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className="px-3 py-2.5 text-left font-semibold text-ink-soft"
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line lg:table-row-group">
        {rows.map((row) => (
          <tr role="row" key={rowKey(row)} className="block py-4 lg:table-row lg:py-0">
            {columns.map(({ header, cell, className }) => (
              <td
                role="cell"
                key={header}
                data-label={header}
                className={`flex gap-3 px-1 py-1 before:w-24 before:shrink-0 before:text-ink-soft before:content-[attr(data-label)] lg:table-cell lg:px-3 lg:py-3 lg:align-middle lg:before:content-none ${className ?? ''}`}
              >
                <div className="min-w-0 flex-1 break-words">{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
