/** Loads the client of users, which is large, where public pages need it. */
export const loadClient = async () => {
  try {
    return (await import('./client.ts')).supabase
  } catch (cause) {
    // Like a request that failed: the messages of browsers differ.
    throw new TypeError('Failed to fetch', { cause })
  }
}
