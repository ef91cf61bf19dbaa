/* What the desk asks before a decision: the reason, which the owner reads. */

export type Question = {
  hint: string
  /** The label of the field, which is 'Reason' by default. */
  field?: string
  /** Common reasons, which keys choose by their number. */
  reasons: readonly string[]
}

export const emailHint = 'The owner sees this next to their community and receives it by email.'

export const rejectionQuestion: Question = {
  hint: 'The owner sees this next to their community and can edit and resubmit it.',
  reasons: [
    'The invite link does not work. Please check it in WhatsApp and enter a new one.',
    'The description does not say what the community is about.',
    'The image does not match the community.',
    'This community is already listed.',
    'This is an advertisement, not a community.',
  ],
}

export const changesQuestion: Question = {
  hint: emailHint,
  reasons: [
    'The new link does not lead to the group of this community.',
    'The new name does not match the WhatsApp group.',
    'The new description does not say what the community is about.',
    'The new image does not match the community.',
    'The new groups do not belong to this community.',
    'The changes advertise something else.',
  ],
}

export const placeQuestion: Question = {
  hint: emailHint,
  reasons: [
    'Your present place already covers this one.',
    "We couldn't find this place. Please check its name and country.",
    'Your community is about a different place.',
  ],
}

export const hideQuestion: Question = {
  hint: emailHint,
  reasons: [
    'The group has changed and no longer matches its description.',
    'Members report spam or unwanted advertising.',
    'Members report unsafe or abusive behavior.',
  ],
}

export const returnQuestion: Question = {
  hint: emailHint,
  reasons: [
    'The group has changed since we approved it. Please update your community.',
    'Members say that the description is not correct. Please check it.',
    'We approved this community by mistake and are looking at it again.',
  ],
}

export const ownerQuestion: Question = {
  hint: emailHint,
  field: 'Question',
  reasons: [
    'What is your community about, and who can join?',
    'Are you an admin of this WhatsApp group?',
    'Which place do your members meet in or travel to?',
  ],
}
