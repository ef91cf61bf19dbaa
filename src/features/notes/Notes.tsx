import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { isolate } from '../../lib/isolate.ts'
import { maxNote } from '../../supabase/rules/limits.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { SmallButton } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { formatCount, formatMoment } from '../../ui/format.ts'
import { textRule } from '../../ui/text-rule.ts'
import { summaryClass } from '../../ui/text-link.ts'
import { LoadState } from '../admin/ListParts.tsx'
import { ConfirmButton } from '../data/ConfirmButton.tsx'
import { pageLoadTime } from '../data/query-client.ts'
import { useWrite } from '../data/useWrite.ts'
import { addNote, deleteNote, type Note, notesAbout, type NoteSubject } from './notes.ts'

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
      <AddNote
        key={subject}
        about={about}
        typed={typed.get(subject) ?? ''}
        onLeave={(text) => typed.set(subject, text)}
        onAdded={reload}
      />
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

const schema = z.object({ text: textRule(maxNote, 'Please enter a note') })

type AddProps = {
  about: NoteSubject
  /** What was typed before. */
  typed: string
  onLeave: (text: string) => void
  onAdded: () => unknown
}

function AddNote({ about, typed, onLeave, onAdded }: AddProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text: typed } })
  const leave = useEffectEvent(() => onLeave(form.getValues('text')))
  useEffect(() => () => leave(), [])
  const adding = useWrite({
    write: ({ text }: z.output<typeof schema>) => addNote(about, text),
    success: 'Note added',
    failure: 'Failed to add note',
    showReasonIn: 'form',
    onSuccess: () => form.reset({ text: '' }),
    onSettled: onAdded,
  })

  return (
    <details open={typed !== ''}>
      <summary className={summaryClass}>Add a note</summary>
      <form
        noValidate
        className="mt-2 max-w-prose space-y-2"
        onSubmit={form.handleSubmit(async (values) => {
          await adding.run(values)
        })}
      >
        <TextArea
          label="Note"
          hint={
            'user_id' in about
              ? 'For admins only. Users find notes about them, without your name, in the copy of their data.'
              : 'For admins only.'
          }
          rows={3}
          limit={maxNote}
          required
          error={form.formState.errors.text?.message}
          {...form.register('text')}
        />
        {adding.problem && <Notice tone="danger">{adding.problem}</Notice>}
        <SmallButton type="submit" isPending={adding.isPending}>
          Add
        </SmallButton>
      </form>
    </details>
  )
}
