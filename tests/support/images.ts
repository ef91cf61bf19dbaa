import type { TestUser } from './users.ts'

/** The smallest JPEG there is: one grey pixel. */
const onePixel = Uint8Array.from(
  atob(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  ),
  (character) => character.charCodeAt(0),
)

let last = Date.now()

/** Uploads an image as the page does: below the owner's folder, named after the moment. */
export async function uploadImage(
  user: Pick<TestUser, 'id' | 'client'>,
  { folder = user.id, name = `${(last += 1)}-compressed.jpg`, contentType = 'image/jpeg' } = {},
) {
  const path = `${folder}/${name}`
  const bucket = user.client.storage.from('community-images')
  const { error } = await bucket.upload(path, onePixel.buffer, { contentType })
  if (error) throw error
  return { path, url: bucket.getPublicUrl(path).data.publicUrl }
}
