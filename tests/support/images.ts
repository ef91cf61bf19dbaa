import type { TestUser } from './users.ts'

/** The smallest JPEG there is: one grey pixel. */
const onePixel = Uint8Array.from(
  atob(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  ),
  (character) => character.charCodeAt(0),
)

let last = Date.now()

type Owner = Pick<TestUser, 'id' | 'client'>

/** The folder of a user's images, read as that user. */
export async function imageFolderOf({ id, client }: Owner): Promise<string> {
  const profile = client.from('profiles').select('image_folder').eq('id', id).single()
  return (await profile.throwOnError()).data.image_folder
}

/** Uploads an image as the page does: into the owner's folder, named after the current time. */
export async function uploadImage(
  user: Owner,
  { folder = '', name = `${(last += 1)}-compressed.jpg`, contentType = 'image/jpeg' } = {},
) {
  const path = `${folder || (await imageFolderOf(user))}/${name}`
  const bucket = user.client.storage.from('community-images')
  const { error } = await bucket.upload(path, onePixel.buffer, { contentType })
  if (error) throw error
  return { path, url: bucket.getPublicUrl(path).data.publicUrl }
}
