import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { useWindowEvent } from '../../lib/useWindowEvent.ts'
import { fieldLabel, listFields } from '../community/fields.ts'
import { maxImportedRows } from '../../supabase/rules/limits.ts'
import { Button, buttonClass, SmallButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { formatCount, formatCountOf } from '../../ui/format.ts'
import { Spinner } from '../../ui/Loading.tsx'
import { ImportedRows } from './ImportedRows.tsx'
import { WaitingImports } from './WaitingImports.tsx'
import { type Import, useImport } from './useImport.ts'

/** Imports communities from a CSV file, after a preview of the problems of its rows. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const steps = useImport()
  const { file, ready, unchecked, reading, checking, importing } = steps
  const { isPending } = importing
  const isDragging = useFileDrop(steps.choose)
  // Makes the browser confirm before the page is left.
  useWindowEvent('beforeunload', (event) => {
    if (isPending) event.preventDefault()
  })
  const label = `Import ${formatCountOf(ready.length, 'community', 'communities')}`
  const isDone = file !== null && ready.length + unchecked.length === 0 && !isPending

  return (
    <Dialog
      // A stray Escape must not stop an import.
      onClose={() => !isPending && onClose()}
      // Afterwards, phones need the space for the rows.
      description={
        file
          ? undefined
          : `Up to ${formatCount(maxImportedRows)} communities from a CSV file. You become their owner, and they wait for review. Import only links that may be published.`
      }
      footer={
        <>
          <Problems steps={steps} />
          <Progress steps={steps} />
          {isPending ? (
            <Button variant="secondary" onClick={steps.stop}>
              Stop
            </Button>
          ) : (
            <Button variant={isDone ? 'primary' : 'secondary'} onClick={onClose}>
              {isDone ? 'Close' : 'Cancel'}
            </Button>
          )}
          {file && !isDone && (
            <Button
              type="submit"
              form={formId}
              isPending={isPending || checking.isPending}
              disabled={ready.length === 0}
            >
              {isPending ? 'Importing...' : label}
            </Button>
          )}
        </>
      }
    >
      {/* Also keeps a click beside the dialog from closing it. */}
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (ready.length > 0 && !checking.isPending) steps.importReady()
        }}
      >
        {file ? (
          <ImportedRows
            steps={steps}
            file={file}
            fileField={
              !isPending && (
                <FileField label="Choose another file" isCompact onChoose={steps.choose} />
              )
            }
          />
        ) : reading.isPending ? (
          <p role="status" className="flex items-center gap-3 py-8 text-ink-soft">
            <Spinner /> <span>Reading the file...</span>
          </p>
        ) : (
          <>
            <FileField label="Choose a CSV file" isDragging={isDragging} onChoose={steps.choose} />
            <WaitingImports />
          </>
        )}
      </form>
    </Dialog>
  )
}

/** Receives a file that is dropped anywhere: the browser would open it and leave the page. */
function useFileDrop(onDrop: (file: File) => void): boolean {
  const [isDragging, setIsDragging] = useState(false)
  useWindowEvent('dragover', (event) => {
    event.preventDefault()
    setIsDragging(true)
  })
  useWindowEvent('dragleave', () => setIsDragging(false))
  useWindowEvent('drop', (event) => {
    event.preventDefault()
    setIsDragging(false)
    const file = event.dataTransfer?.files[0]
    if (file) onDrop(file)
  })
  return isDragging
}

function Problems({ steps }: { steps: Import }) {
  const { reading, checking, importing, checkRest } = steps
  const problem = reading.problem ?? checking.problem ?? importing.problem
  if (!problem) return null
  return (
    <Notice
      tone="danger"
      className="w-full"
      action={checking.problem !== null && <SmallButton onClick={checkRest}>Try again</SmallButton>}
    >
      {problem}
    </Notice>
  )
}

function Progress({ steps }: { steps: Import }) {
  const { rows, unchecked, checking, importing, progress } = steps
  const [verb, done, total] = importing.isPending
    ? ['Imported', progress.done, progress.total]
    : ['Checked', rows.length - unchecked.length, rows.length]
  const isShown = importing.isPending || checking.isPending
  return (
    <div className={cx('mr-auto self-center', isShown && 'min-w-40')}>
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        {isShown && `${verb} ${formatCount(done)} of ${formatCount(total)}`}
      </p>
      {isShown && (
        <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div
            className="h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${Math.max(4, (100 * done) / Math.max(1, total))}%` }}
          />
        </div>
      )}
    </div>
  )
}

type FieldProps = {
  label: string
  /** Whether it is only a small button. */
  isCompact?: boolean
  isDragging?: boolean
  onChoose: (file: File) => void
}

function FileField({ label, isCompact = false, isDragging = false, onChoose }: FieldProps) {
  const id = useId()

  return (
    <div
      className={cx(
        'relative rounded-xl border border-dashed transition-colors',
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
        isDragging ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken/40',
        isCompact
          ? 'flex-none border-transparent bg-transparent'
          : 'flex flex-col items-center gap-4 px-4 py-8 text-center',
      )}
    >
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-describedby={isCompact ? undefined : `${id}-hint`}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onChoose(file)
          // Otherwise choosing the same file again, once it is corrected, would not trigger a change event.
          event.target.value = ''
        }}
      />
      {!isCompact && <FileUp aria-hidden="true" className="size-8 text-accent-ink" />}
      <label
        htmlFor={id}
        className={cx(
          buttonClass({ variant: 'secondary', size: isCompact ? 'sm' : 'md' }),
          'cursor-pointer',
        )}
      >
        {label}
      </label>
      {!isCompact && <FileHint id={`${id}-hint`} />}
    </div>
  )
}

const required = ['name', 'description', 'location', 'category', 'languages', 'whatsapp_link']
const optional = ['requested_place', 'member_count', 'join_type', 'image_url', 'groups']
const listLabels = (names: string[]) => listFields(names.map(fieldLabel))

function FileHint({ id }: { id: string }) {
  return (
    <div id={id} className="max-w-prose space-y-2 text-sm text-ink-soft">
      <p className="font-semibold text-ink pointer-coarse:hidden">Or drop a file here.</p>
      <p>
        {`The first row names the columns, as in an export or in the form. Each community needs these: ${listLabels(required)}.`}
      </p>
      <p>
        {`Optional: ${listLabels(optional)}. Write each group on its own line, or separate groups with semicolons. Without an image, a community gets a stock photo.`}
      </p>
    </div>
  )
}
