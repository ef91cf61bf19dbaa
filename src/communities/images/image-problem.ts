import { UserError } from '../../supabase/errors.ts'

/** A problem with a chosen image. `detail` explains the message or suggests what to do. */
export class ImageProblem extends UserError {
  override name = 'ImageProblem'

  constructor(
    message:
      | 'Image must be less than 5MB'
      | 'Could not load image'
      | 'Could not process image'
      | 'Failed to upload image',
    readonly detail = '',
  ) {
    super(message, { isComplete: true })
  }
}
