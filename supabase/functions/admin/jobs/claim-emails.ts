import { brand } from '../../_shared/brand.ts'
import { timeBetweenClaims } from '../../_shared/rules.ts'
import { type Content, type Email, formatMoment, toText } from './render-email.ts'

type ClaimEmail = Extract<
  Email['kind'],
  'claimed' | 'claim_accepted' | 'claim_declined' | 'claim_closed'
>

/**
 * Returns the content of an email about a claim, for the claimant or for those who manage the community. Neither side
 * reads anything about the other.
 *
 * @param name the name of the community, in quotation marks
 */
export function describeClaimEmail(
  kind: ClaimEmail,
  name: string,
  { until, is_claimant, is_co_owner, reason }: Email['data'],
): Content {
  const profile = { label: 'See your communities', path: '/profile' }
  if (kind === 'claimed' && is_co_owner) {
    return {
      subject: `Another user claims ${name}`,
      paragraphs: [
        `Another user of ${brand.name} has proved that they can edit the WhatsApp group of ${name}, which you manage with its owner, and asks to manage it here.`,
        `Only the owner can answer, by ${
          formatMoment(toText(until))
        }. Then our team decides, also if there is no answer. Until then, nothing changes.`,
      ],
      action: profile,
    }
  }
  if (kind === 'claimed') {
    return {
      subject: `Is ${name} your community? Please answer a claim`,
      paragraphs: [
        `Another user of ${brand.name} has proved that they can edit the WhatsApp group of your community ${name}, and asks to manage it here.`,
        `Please answer until ${
          formatMoment(toText(until))
        }. On your profile you can hand it over, or say why it is your community.`,
        'Then our team decides, also if there is no answer. Until then, nothing changes.',
      ],
      action: { label: 'Answer on your profile', path: '/profile' },
    }
  }
  if (kind === 'claim_accepted') {
    return is_claimant
      ? {
        subject: `You now manage ${name}`,
        paragraphs: [
          `Your claim of ${name} was accepted. It is one of your communities now: you can edit it, and you get the emails about it.`,
        ],
        action: profile,
      }
      : {
        subject: `${name} has a new owner`,
        paragraphs: [
          `Another user has proved that they manage the WhatsApp group of ${name}, and is its owner now. It is no longer one of your communities.`,
          `If you think that this is a mistake, write to ${brand.contactEmail}.`,
        ],
        action: profile,
      }
  }
  if (kind === 'claim_closed') {
    return {
      subject: `Your claim of ${name} is closed`,
      paragraphs: [
        `The link or the owner of ${name} has changed, or the community has left the directory. So there is nothing left to decide about your claim.`,
        'If it is in the directory and you manage its WhatsApp group, you can claim it again.',
      ],
      action: { label: 'See your claims', path: '/profile?section=communities' },
    }
  }
  return is_claimant
    ? {
      subject: `Your claim of ${name} was declined`,
      paragraphs: [
        `We looked at your claim of ${name} and declined it.`,
        `Reason: ${toText(reason)}`,
        `You can claim it again after ${timeBetweenClaims}.`,
      ],
      action: { label: 'See your claims', path: '/profile?section=communities' },
    }
    : {
      subject: `${name} stays yours`,
      paragraphs: [
        `We looked at the claim of your community ${name} and declined it. Nothing changes, and you need to do nothing.`,
      ],
      action: profile,
    }
}
