import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { type Doubt, type Encoding, encodingNames, saveCsv, toCsv } from './csv.ts'
import type { CheckedRow, Import, RowState } from './useImport.ts'

const rowsPerPage = 20

type Props = {
  steps: Import
  file: NonNullable<Import['file']>
  /** Chooses another file. */
  fileField: ReactElement | false
}

/** The rows of the file with their problems, the rows with problems first. */
export function ImportedRows({ steps, file, fileField }: Props) {
  const { rows, ready, imported, listed, rejected, withProblems } = steps
  const [{ filter, page }, setView] = useState<{
    filter: 'all' | 'problem' | 'skipped'
    page: number
  }>({ filter: 'all', page: 1 })
  const others = rows.filter((row) => !withProblems.includes(row))
  const skipped = [...listed, ...rejected]
  const shown = { all: [...withProblems, ...others], problem: withProblems, skipped }[filter]
  const start = (page - 1) * rowsPerPage
  const requested = [...new Set(rows.flatMap(({ requestedPlace }) => requestedPlace ?? []))]
  const summary = [
    imported.length > 0 && `${formatCountOf(imported.length, 'community', 'communities')} imported`,
    ready.length > 0 &&
      `${formatCountOf(ready.length, 'community', 'communities')} ready to import`,
    withProblems.length > 0 &&
      formatCountOf(withProblems.length, 'row with a problem', 'rows with problems'),
    listed.length > 0 && `${formatCountOf(listed.length, 'row', 'rows')} already listed`,
    rejected.length > 0 && `${formatCountOf(rejected.length, 'row', 'rows')} rejected before`,
  ].filter(Boolean)

  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <p dir="auto" translate="no" className="font-semibold wrap-anywhere">
            {file.name}
          </p>
          <p role="status" className="text-sm">
            {summary.join(', ')}
          </p>
          {requested.length > 0 && (
            <p className="line-clamp-3 text-sm wrap-anywhere text-ink-soft">
              {`${formatCountOf(requested.length, 'new place', 'new places')}: ${requested.map(isolate).join('; ')}`}
            </p>
          )}
          {file.ignored.length > 0 && (
            <p className="line-clamp-3 text-sm wrap-anywhere text-ink-soft">
              {`Columns that are not imported: ${file.ignored.map(isolate).join(', ')}`}
            </p>
          )}
        </div>
        {fileField}
      </div>
      {file.doubt && imported.length === 0 && !steps.importing.isPending && (
        <EncodingField doubt={file.doubt} onChoose={steps.chooseEncoding} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments
          label="Rows"
          value={filter}
          segments={[
            { value: 'all', label: 'All', count: rows.length },
            { value: 'problem', label: 'Problems', count: withProblems.length },
            { value: 'skipped', label: 'Skipped', count: skipped.length },
          ]}
          onChange={(chosen) => setView({ filter: chosen, page: 1 })}
        />
        {withProblems.length > 0 && (
          <SmallButton icon={Download} onClick={() => saveProblems(file.headers, withProblems)}>
            Download problems
          </SmallButton>
        )}
      </div>
      {shown.length === 0 && <p className="text-sm text-ink-soft">No rows to show.</p>}
      <ol
        aria-label="Rows of the file"
        className="divide-y divide-line border-t border-line empty:hidden"
      >
        {shown.slice(start, start + rowsPerPage).map((row) => (
          <Row key={row.number} row={row} />
        ))}
      </ol>
      <Pager
        label="Pages of rows"
        page={page}
        pageSize={rowsPerPage}
        total={shown.length}
        onPageChange={(next) => setView({ filter, page: next })}
      />
    </>
  )
}

type EncodingProps = { doubt: Doubt; onChoose: (encoding: Encoding) => void }

/** Shows how a file was read whose encoding is uncertain, and lets the admin choose another one. */
function EncodingField({ doubt: { encoding, samples }, onChoose }: EncodingProps) {
  const name = encodingNames[encoding]
  return (
    <>
      <Notice
        tone="warning"
        title={
          encoding === 'utf-8'
            ? 'Some characters of this file are not valid UTF-8'
            : `This file isn't UTF-8. It was read as ${name}.`
        }
      >
        <p>Check these cells. If they look wrong, choose another encoding.</p>
        <ul className="mt-1">
          {samples.map(({ number, text }, index) => (
            <li key={index} className="flex gap-2">
              <span className="shrink-0">{`Row ${number}:`}</span>
              <span translate="no" dir="auto" className="line-clamp-1 wrap-anywhere">
                {text}
              </span>
            </li>
          ))}
        </ul>
      </Notice>
      <SelectField
        label="Encoding"
        translate="no"
        value={encoding}
        onChange={({ currentTarget: { value } }) => {
          if (isEncoding(value)) onChoose(value)
        }}
      >
        {Object.entries(encodingNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </>
  )
}

const isEncoding = (value: string): value is Encoding => Object.hasOwn(encodingNames, value)

const badges = {
  unchecked: { tone: 'neutral', label: 'Not checked' },
  ready: { tone: 'yellow', label: 'Ready' },
  imported: { tone: 'green', label: 'Imported' },
  listed: { tone: 'neutral', label: 'Already listed' },
  rejected: { tone: 'neutral', label: 'Rejected before' },
  problem: { tone: 'red', label: 'Problem' },
} as const satisfies Record<RowState['kind'], object>

function Row({ row: { number, name, place, requestedPlace, state } }: { row: CheckedRow }) {
  const { tone, label } = badges[state.kind]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-3 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto]">
      <p className="text-sm text-ink-soft tabular-nums max-sm:order-1">{`Row ${number}`}</p>
      <div className="min-w-0 max-sm:order-3 max-sm:col-span-2">
        <p dir="auto" translate="no" className="line-clamp-2 font-semibold wrap-anywhere">
          {name}
        </p>
        <p
          dir="auto"
          translate="no"
          className="line-clamp-2 text-sm wrap-anywhere text-ink-soft empty:hidden"
        >
          {place}
        </p>
        {requestedPlace && (
          <p className="line-clamp-2 text-sm wrap-anywhere text-warning-ink">
            <span>Will ask for the place</span>{' '}
            <bdi translate="no" className="font-semibold">
              {requestedPlace}
            </bdi>
          </p>
        )}
        <ul className="text-sm empty:hidden">
          {state.problems.map((problem) => (
            <li key={problem} className="line-clamp-4 wrap-anywhere text-danger-ink">
              {problem}
            </li>
          ))}
        </ul>
      </div>
      <div className="max-sm:order-2">
        <Badge tone={tone}>{label}</Badge>
      </div>
    </li>
  )
}

const problemsHeader = 'Problems'

/** Saves the rows as a file that can be corrected and imported. */
function saveProblems(headers: readonly string[], rows: readonly CheckedRow[]): void {
  // The file may be a corrected one.
  const kept = headers.flatMap((header, index) => (header === problemsHeader ? [] : index))
  const lines = rows.map(({ cells, state }) => [
    ...kept.map((index) => cells[index] ?? ''),
    state.problems.join('\n'),
  ])
  const names = kept.map((index) => headers[index] ?? '')
  saveCsv('rows-with-problems.csv', toCsv([...names, problemsHeader], lines))
}
