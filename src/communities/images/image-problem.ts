/** The messages of specification, section 8, for what can go wrong with a chosen image. */
export type ImageMessage =
  | 'Image must be less than 5MB'
  | 'Could not load image'
  | 'Could not process image'
  | 'Failed to upload image'

/** `detail` says, beside the message, what to do about it. */
export class ImageProblem extends Error {
  override name = 'ImageProblem'
  override message: ImageMessage
  detail: string

  constructor(message: ImageMessage, detail = '') {
    super(message)
    this.message = message
    this.detail = detail
  }
}
