/** Also for the queue, so that each community needs no request of its own. */
export const noteColumns = 'id, text, created_at, author:profiles!admin_notes_author_id_fkey (name)'
