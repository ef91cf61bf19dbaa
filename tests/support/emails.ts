import { inject } from 'vitest'

/** Returns the path of the app, with its fragment, to which the link in the last email to a recipient leads. */
export async function readEmailedPath(recipient: string): Promise<string> {
  const response = await fetch(`${inject('emailsUrl')}/${encodeURIComponent(recipient)}`)
  const [link = ''] = /https?:\/\/\S+/.exec(await response.text()) ?? []
  const { pathname, search, hash } = new URL(link)
  return pathname + search + hash
}
