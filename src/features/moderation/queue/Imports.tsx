import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileUp } from 'lucide-react'
import { SmallButton } from '../../../ui/Button.tsx'
import { formatCountOf } from '../../../ui/format.ts'
import { kindParams, type QueueView, useAdminView } from '../../admin/admin-view.ts'
import { waitingImports } from '../../admin/waiting-imports.ts'
import { formatAge } from '../numbers/format-duration.ts'
import { type QueueCounts, waitingOf } from './queue-counts.ts'

type Props = { view: QueueView; counts: QueueCounts | undefined }

/** The imports that wait, one entry each, which opens its communities. A search finds the communities instead. */
export function ImportEntries({ view, counts }: Props) {
  const { change } = useAdminView()
  const hasImports = counts !== undefined && waitingOf(counts, 'imports') > 0
  const { data: imports = [] } = useQuery({ ...waitingImports, enabled: hasImports })
  const isShown = (!view.kind || view.kind === 'imports') && !view.importId && !view.search
  if (!isShown || !hasImports || imports.length === 0) return null
  return (
    <ul
      aria-label="Imports"
      className="max-h-40 shrink-0 divide-y divide-line overflow-y-auto border-b border-line"
    >
      {imports.map((one) => (
        <li key={one.import_id}>
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-3 px-3 py-2 text-left hover:bg-sunken"
            onClick={() => change(kindParams('imports', one.import_id))}
          >
            <FileUp aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
            <span className="min-w-0 flex-1 text-sm">
              <ImportTitle name={one.imported_by} />
              <span className="block text-ink-soft tabular-nums">{describeImport(one)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Which import the queue shows, and the way back. */
export function OpenImport({ view: { importId } }: Pick<Props, 'view'>) {
  const { change } = useAdminView()
  const { data } = useQuery({ ...waitingImports, enabled: importId !== undefined })
  if (!importId) return null
  const found = data?.find(({ import_id: id }) => id === importId)
  return (
    <section aria-label="Open import" className="flex items-center gap-x-3 gap-y-1">
      <SmallButton icon={ArrowLeft} className="shrink-0" onClick={() => change(kindParams())}>
        Whole queue
      </SmallButton>
      <div className="min-w-0 text-sm lg:flex lg:gap-x-2">
        <ImportTitle name={found?.imported_by ?? null} />
        {found && (
          <p className="truncate text-ink-soft tabular-nums">
            <span>{describeImport(found)}</span>
            {found.file_name && (
              <>
                <span>, </span>
                <bdi translate="no">{found.file_name}</bdi>
              </>
            )}
          </p>
        )}
      </div>
    </section>
  )
}

function ImportTitle({ name }: { name: string | null }) {
  return (
    <span className="block shrink-0 truncate font-semibold">
      {name === null ? (
        <span>Import</span>
      ) : (
        <>
          <span>Import by</span> <bdi translate="no">{name}</bdi>
        </>
      )}
    </span>
  )
}

const describeImport = ({ pending, imported_at: at }: { pending: number; imported_at: string }) =>
  `${formatCountOf(pending, 'community', 'communities')}, ${formatAge(at)} ago`
