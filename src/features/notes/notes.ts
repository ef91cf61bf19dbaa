import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import type { RowOf } from '../../supabase/row-of.ts'
import { noteColumns } from './note-columns.ts'

/** What notes are about: a community or a user. */
export type NoteSubject = { community_id: string } | { user_id: string }

/** Reads the notes about a community or a user, newest first. The database allows at most 100. */
export function notesAbout(subject: NoteSubject) {
  return queryOptions({
    queryKey: ['admin', 'notes', subject],
    queryFn: async ({ signal }) => {
      const notes = supabase
        .from('admin_notes')
        .select(noteColumns)
        .match(subject)
        .order('created_at', { ascending: false })
        .order('id')
      return unwrap(await notes.abortSignal(signal))
    },
  })
}

export type Note = RowOf<typeof notesAbout>

export const addNote = async (subject: NoteSubject, text: string) =>
  unwrap(await supabase.from('admin_notes').insert({ ...subject, text }))

/** Succeeds if another admin has already deleted the note. */
export const deleteNote = async ({ id }: Note) =>
  unwrap(await supabase.from('admin_notes').delete().eq('id', id))
