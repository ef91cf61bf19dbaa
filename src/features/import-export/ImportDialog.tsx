import { useId, useState } from 'react'
import { useWindowEvent } from '../../lib/useWindowEvent.ts'
import { maxImportedRows } from '../../supabase/rules/limits.ts'
import { Button, SmallButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { formatCount, formatCountOf } from '../../ui/format.ts'
import { Spinner } from '../../ui/Loading.tsx'
import { FileField } from './FileField.tsx'
import { ImportedRows } from './ImportedRows.tsx'
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
          <ImportedRows steps={steps} file={file} />
        ) : reading.isPending ? (
          <p role="status" className="flex items-center gap-3 py-8 text-ink-soft">
            <Spinner /> <span>Reading the file...</span>
          </p>
        ) : (
          <FileField label="Choose a CSV file" isDragging={isDragging} onChoose={steps.choose} />
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
