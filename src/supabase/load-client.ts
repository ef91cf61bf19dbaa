/** Loads the client of users, which is large, where the code must not wait for it: on public pages, and for first rows. */
export const loadClient = async () => (await import('./client.ts')).supabase
