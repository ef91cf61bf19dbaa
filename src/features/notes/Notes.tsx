import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactElement, Suspense, useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { LongText } from '../../ui/LongText.tsx'
import { formatCount, formatMoment } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { summaryClass } from '../../ui/text-link.ts'
import { LoadState } from '../admin/ListParts.tsx'
import { ConfirmButton } from '../data/ConfirmButton.tsx'
import { pageLoadTime } from '../data/query-client.ts'
import { deleteNote, type Note, notesAbout, type NoteSubject } from './notes.ts'

// The community does not wait for the code of forms.
const NoteForm = lazyPart(async () => (await import('./NoteForm.tsx')).NoteForm)

type Props = {
  about: NoteSubject
  /** The notes, if they are loaded already. */
  loaded?: Note[]
}

/** The private notes of admins about a community or a user. */
export function Notes({ about, loaded }: Props) {
  const query = useQuery({
    ...notesAbout(about),
    ...(loaded && { initialData: loaded, staleTime: pageLoadTime }),
  })
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: notesAbout(about).queryKey })
  const notes = query.data ?? []
  /** What is typed and not added yet, by subject: the reviewer may look at another item meanwhile. */
  const [typed] = useState(() => new Map<string, string>())
  const subject = JSON.stringify(about)

  return (
    <section aria-label="Notes" className="space-y-2 text-sm">
      {!query.data ? (
        <LoadState query={query} failure="Error loading the notes" />
      ) : (
        notes.length > 0 && (
          <>
            <p className="font-semibold">{`Notes of admins (${formatCount(notes.length)})`}</p>
            <ul className="space-y-3 border-l-2 border-line pl-4">
              {notes.map((note) => (
                <NoteItem key={note.id} note={note} onDeleted={reload} />
              ))}
            </ul>
          </>
        )
      )}
      <AddNote key={subject} isOpenAtFirst={Boolean(typed.get(subject))}>
        <NoteForm
          about={about}
          typed={typed.get(subject) ?? ''}
          onLeave={(text) => typed.set(subject, text)}
          onAdded={reload}
        />
      </AddNote>
    </section>
  )
}

function NoteItem({ note, onDeleted }: { note: Note; onDeleted: () => unknown }) {
  const author = note.author ? isolate(note.author.name) : 'a former admin'
  const byline = `${author}, ${formatMoment(note.created_at)}`
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <LongText label={`Note of ${byline}`}>{note.text}</LongText>
        <p dir="auto" translate="no" className="text-ink-soft">
          {byline}
        </p>
      </div>
      <ConfirmButton
        button={{ variant: 'ghost', icon: Trash2, 'aria-label': `Delete the note of ${byline}` }}
        title="Delete note"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        tone="danger"
        action={{
          write: () => deleteNote(note),
          success: 'Note deleted',
          failure: 'Failed to delete note',
          onSuccess: onDeleted,
        }}
      >
        <p>Are you sure you want to delete this note? This action cannot be undone.</p>
      </ConfirmButton>
    </li>
  )
}

/** Shows the form once it is opened. Closing it keeps what is typed. */
function AddNote({ isOpenAtFirst, children }: { isOpenAtFirst: boolean; children: ReactElement }) {
  const [hasForm, setHasForm] = useState(isOpenAtFirst)
  return (
    <details open={isOpenAtFirst}>
      <summary className={summaryClass} onClick={() => setHasForm(true)}>
        Add a note
      </summary>
      {hasForm && (
        <Suspense fallback={<p role="status">Loading the form...</p>}>{children}</Suspense>
      )}
    </details>
  )
}
