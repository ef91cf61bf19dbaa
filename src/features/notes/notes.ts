import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import type { RowOf } from '../../supabase/row-of.ts'

/** What notes are about: a community or a user. */
export type NoteSubject = { community_id: string } | { user_id: string }

const columns = 'id, text, created_at, author:profiles!admin_notes_author_id_fkey (name)' as const

/** For the queue, so that each community needs no request of its own. */
export const noteColumns = `(${columns})` as const

/** Reads the notes about a community or a user, newest first. The database allows at most 100. */
export function notesAbout(subject: NoteSubject) {
  return queryOptions({
    queryKey: ['admin', 'notes', subject],
    queryFn: async ({ signal }) => {
      const notes = supabase
        .from('admin_notes')
        .select(columns)
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
