/** A toast, without its library in the first load of the public pages. */
export async function say(message: string, options?: { id?: string }): Promise<void> {
  const { toast } = await import('react-hot-toast')
  toast(message, options)
}

export async function sayError(message: string, options?: { id?: string }): Promise<void> {
  const { toast } = await import('react-hot-toast')
  toast.error(message, options)
}
