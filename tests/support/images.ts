import { smallVersionOf } from '../../src/features/community/images.ts'
import type { TestUser } from './users.ts'

/** A minimal JPEG: one gray pixel. */
const onePixel = Uint8Array.from(
  atob(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  ),
  (character) => character.charCodeAt(0),
)

let lastTimestamp = Date.now()

type Owner = Pick<TestUser, 'id' | 'client'>

/** Reads the image folder of a user, as that user. */
export async function readImageFolder({ id, client }: Owner): Promise<string> {
  const profile = client.from('profiles').select('image_folder').eq('id', id).single()
  return (await profile.throwOnError()).data.image_folder
}

/** Uploads an image as the page does: to the user's folder, named after the time. */
export async function uploadImage(
  user: Owner,
  { folder = '', name = `${(lastTimestamp += 1)}-compressed.jpg`, contentType = 'image/jpeg' } = {},
) {
  const path = `${folder || (await readImageFolder(user))}/${name}`
  const bucket = user.client.storage.from('community-images')
  const { error } = await bucket.upload(path, onePixel.buffer, { contentType })
  if (error) throw error
  return { path, url: bucket.getPublicUrl(path).data.publicUrl }
}

/** Uploads both versions of an image, as the page does. */
export async function uploadVersions(user: Owner) {
  const full = `${(lastTimestamp += 1)}-compressed.jpg`
  const small = await uploadImage(user, { name: smallVersionOf(full) })
  return { small, full: await uploadImage(user, { name: full }) }
}
