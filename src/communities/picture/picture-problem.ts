/** The messages of specification, section 8, for what can go wrong with a chosen picture. */
export type PictureMessage =
  | 'Image must be less than 5MB'
  | 'Could not load image'
  | 'Could not process image'
  | 'Failed to upload image'

/** `detail` says, beside the message, what to do about it. */
export class PictureProblem extends Error {
  override name = 'PictureProblem'
  override message: PictureMessage
  detail: string

  constructor(message: PictureMessage, detail = '') {
    super(message)
    this.message = message
    this.detail = detail
  }
}
