/** Paths of the storage service whose responses describe files. */
const fileList = /^\/storage\/v1\/object\/(info|list)\//

/** Removes the account id of the uploader from descriptions of files, which hosted projects omit. */
export async function hideUploader(request: Request, response: Response): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (request.method === 'HEAD' || !response.ok || !fileList.test(pathname)) return response
  const files: unknown = await response.json()
  const hidden = JSON.stringify(files, (name, value: unknown) =>
    name === 'owner' || name === 'owner_id' ? undefined : value,
  )
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(hidden, { status: response.status, headers })
}
