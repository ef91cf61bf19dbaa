/** Hands a file to the browser to save. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has to have begun before its source goes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
