import { brand } from '../../_shared/brand.ts'
import { getCommunityPath } from '../../_shared/community-path.ts'
import { describeClaimEmail } from './claim-emails.ts'
import { renderEmailPage } from '../../_shared/email-page.ts'
import { isolate } from '../../_shared/isolate.ts'
import { type emailKinds, invitationPeriod } from '../../_shared/rules.ts'
import { describeQuestion } from './describe-question.ts'

/** An email of the outbox, as `reserve_emails` returns it. */
export interface Email {
  id: string
  kind: (typeof emailKinds)[number]
  recipient_id: string
  /** The address that the auth service has confirmed. */
  recipient: string
  recipient_name: string
  /** Null for the daily summary, new communities, a question, the outcome of a report, claims and a suspension. */
  community_id: string | null
  /**
   * The community's name, the reason of a decision or its cause ('reports'), whether an approved community is listed
   * and its owner is suspended, the counts of a summary, the new communities, those that a question is about, or the kind
   * of an invitation and its address.
   */
  data: Record<string, unknown>
  /** The number of the attempt, from 1. */
  attempt: number
}

export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

export interface Content {
  subject: string
  /** Line breaks in a paragraph are kept. */
  paragraphs: string[]
  /** New communities, or those that a question is about. */
  items?: { label: string; detail: string; path: string }[]
  action: { label: string; path: string }
}

/**
 * Returns the subject, plain text and HTML of an email. Names and reasons are untrusted: they cannot break out of
 * the subject line, and are escaped in HTML.
 *
 * @param siteUrl the URL of the app
 * @param unsubscribePath the page that unsubscribes, with its signed link; null if the email cannot be switched off
 */
export function renderEmail(
  email: Email,
  siteUrl: string,
  unsubscribePath: string | null,
): RenderedEmail {
  const { subject, paragraphs, items = [], action } = describe(email)
  const greeting = `Hi ${isolate(toLine(email.recipient_name))},`
  const link = new URL(action.path, siteUrl).href
  const links = unsubscribePath === null ? [] : [
    { label: 'Unsubscribe from these emails', url: new URL(unsubscribePath, siteUrl).href },
  ]
  const reason = email.data.is_claimant
    ? `You receive this because you have claimed a community on ${brand.name}.`
    : reasons[email.kind] ??
      `You receive this because you have listed communities on ${brand.name}.`
  // The links open the site for the account that is signed in there, which may be another one.
  const why = `${reason} Sent to ${toLine(email.recipient)}.`
  const linkedItems = items.map(({ path, ...item }) => ({
    ...item,
    url: new URL(path, siteUrl).href,
  }))
  return {
    subject: toLine(subject),
    text: [
      greeting,
      ...paragraphs,
      ...linkedItems.map(({ label, detail, url }) => `${label}\n${detail}\n${url}`),
      `${action.label}:\n${link}`,
      [
        `--\n${brand.name}: ${brand.tagline}\n${why}`,
        ...links.map(({ label, url }) => `${label}: ${url}`),
      ].join('\n'),
    ].join('\n\n') + '\n',
    html: renderEmailPage({
      title: toLine(subject),
      paragraphs: [greeting, ...paragraphs],
      items: linkedItems,
      action: { label: action.label, url: link },
      why,
      links,
    }),
  }
}

/** Why users receive an email that is not about a community of theirs. */
const reasons: Partial<Record<Email['kind'], string>> = {
  daily_summary:
    `You receive this when something is waiting for review, because you are an admin of ${brand.name}.`,
  report_outcome: `You receive this because you have reported a community on ${brand.name}.`,
  new_communities:
    `You receive this at most once a day, because you asked for emails about new communities on ${brand.name}.`,
  suspended: `You receive this because you have an account on ${brand.name}.`,
  invited: `You receive this because you have an account on ${brand.name}.`,
  passkey_added: `You receive this because you have an account on ${brand.name}.`,
  passkey_removed: `You receive this because you have an account on ${brand.name}.`,
}

/** Returns the paragraph that a decision in favor of a suspended owner has. */
const listSuspension = ({ is_suspended }: Email['data']) =>
  is_suspended
    ? ['Your account is suspended. While the suspension lasts, none of your communities is listed.']
    : []

function describe(email: Email): Content {
  const { kind, data, community_id } = email
  // Opens the form of the community for its owner.
  const edit = `/profile?edit=${community_id}`
  const name = `“${toText(data.name)}”`
  switch (kind) {
    case 'approved': {
      const isListed = data.is_listed === true
      return {
        subject: `${name} was approved`,
        paragraphs: [
          `Good news: your community ${name} was approved.`,
          ...(isListed
            ? [
              'Travellers can find it now. Under “Share” on your profile you find a link, a QR code and a text for your members.',
            ]
            : listSuspension(data)),
        ],
        action: isListed
          ? { label: 'See its public page', path: getCommunityPath(toText(community_id)) }
          : { label: 'See your communities', path: '/profile' },
      }
    }
    case 'rejected':
      return {
        subject: `${name} was not approved`,
        paragraphs: [
          `Your community ${name} was not approved.`,
          ...formatReason(data.reason),
          'Edit and save it to resubmit. If you think we got this wrong, you can appeal on your profile.',
        ],
        action: { label: 'Edit your community', path: edit },
      }
    case 'changes_accepted':
      return {
        subject: `Your changes to ${name} were accepted`,
        paragraphs: data.is_suspended
          ? [`Your changes to ${name} were accepted.`, ...listSuspension(data)]
          : [`Your changes to ${name} were accepted. Visitors see them now.`],
        action: { label: 'See your communities', path: '/profile' },
      }
    case 'changes_declined':
      return {
        subject: `Your changes to ${name} were declined`,
        paragraphs: [
          `Your changes to ${name} were declined. Visitors still see the approved version.`,
          ...formatReason(data.reason),
        ],
        action: { label: 'See your communities', path: '/profile' },
      }
    case 'link_dead':
      return {
        subject: `The invite link of ${name} no longer works`,
        paragraphs: [
          `The invite link of ${name} no longer leads to a group, so visitors no longer see your community.`,
          'Open the group in WhatsApp, choose “Invite via link”, copy the link and save it in your community. Once we have reviewed the link, your community is listed again.',
        ],
        action: { label: 'Enter a new link', path: edit },
      }
    case 'hidden': {
      if (data.cause === 'reports') {
        return {
          subject: `${name} is hidden until we have looked at it`,
          paragraphs: [
            'Users have reported this community. It is hidden until an admin has looked at it.',
            `Until then, visitors can't see or join ${name}. You need to do nothing. If our team keeps it hidden, we email you the reason. You can also appeal on your profile.`,
          ],
          action: { label: 'See your communities', path: '/profile' },
        }
      }
      return {
        subject: `${name} is hidden from the directory`,
        paragraphs: [
          `Our team has hidden your community ${name}. Visitors can't see or join it.`,
          ...formatReason(data.reason),
          'It is not deleted: you can still edit it, or appeal, on your profile.',
        ],
        action: { label: 'Edit your community', path: edit },
      }
    }
    case 'shown':
      return {
        subject: `${name} is no longer hidden`,
        paragraphs: [
          data.is_automatic
            ? `The WhatsApp group of your community ${name} has its approved name again, so the community is no longer hidden.`
            : `Our team no longer hides your community ${name} from the directory.`,
          ...listSuspension(data),
        ],
        action: { label: 'See your communities', path: '/profile' },
      }
    case 'renamed':
      return {
        subject: `The WhatsApp group of ${name} has a new name`,
        paragraphs: [
          `The WhatsApp group of your community ${name} has a different name than when we approved it.`,
          data.is_hidden
            ? "Until our team has looked at it, visitors can't see or join the community."
            : 'Our team looks at it. Until then, visitors keep seeing the approved version.',
          'You need to do nothing. If the name was changed by mistake, change it back in WhatsApp and press “Check now” on your profile.',
        ],
        action: { label: 'See your communities', path: '/profile' },
      }
    case 'returned_to_pending':
      if (data.is_question) {
        return {
          subject: `A question about ${name}`,
          paragraphs: [
            `Before we approve your community ${name}, our team has a question.`,
            `Question: ${toText(data.reason)}`,
            'Please edit your community on your profile so that it answers the question.',
          ],
          action: { label: 'Edit your community', path: edit },
        }
      }
      return {
        subject: `${name} is being reviewed again`,
        paragraphs: [
          `Our team reviews your community ${name} again. Until it is approved, visitors can't see or join it.`,
          ...formatReason(data.reason),
          data.reason
            ? 'You can edit it on your profile. We email you when it is reviewed.'
            : 'You need to do nothing. We email you when it is reviewed.',
        ],
        action: { label: 'See your communities', path: '/profile' },
      }
    case 'suspended':
      return {
        subject: `Your ${brand.name} account is suspended`,
        paragraphs: [
          `Our team has suspended your account${formatEnd(data.until)}.`,
          `Reason: ${toText(data.reason)}`,
          `Your communities are no longer in the directory, and you can't add or change anything. You can still sign in, download your data and delete your account.`,
          ...(Number(data.hidden) > 0
            ? ['When the suspension ends, they stay hidden until our team shows them again.']
            : []),
          `If you think that this is a mistake, write to ${brand.contactEmail}.`,
        ],
        action: { label: 'See your profile', path: '/profile' },
      }
    case 'passkey_added':
      return {
        subject: `A passkey was added to your ${brand.name} account`,
        paragraphs: [
          `A passkey was added to your ${brand.name} account: a device can now sign in with a fingerprint, a face or its screen lock.`,
          `If that wasn't you, remove it on your profile under “Security”, change your password and choose “Sign out everywhere”.`,
        ],
        action: { label: 'See your passkeys', path: '/profile?section=settings' },
      }
    case 'passkey_removed':
      return {
        subject: `A passkey was removed from your ${brand.name} account`,
        paragraphs: [
          `A passkey was removed from your ${brand.name} account. It no longer signs in.`,
          `If that wasn't you, change your password on your profile under “Security” and choose “Sign out everywhere”.`,
        ],
        action: { label: 'See your passkeys', path: '/profile?section=settings' },
      }
    case 'invited': {
      // Without a name while no admin has approved it.
      const community = data.name ? `the community ${name}` : 'a community'
      const isTransfer = data.invitation === 'transfer'
      return {
        subject: isTransfer
          ? `Take over ${community} on ${brand.name}?`
          : `Become a co-owner of ${community} on ${brand.name}?`,
        paragraphs: [
          isTransfer
            ? `The owner of ${community} would like to hand it over to you.`
            : `The owner of ${community} would like you to become a co-owner, who can edit it.`,
          `You can accept or decline on your profile within ${invitationPeriod}. Ignore this email if you were not expecting it.`,
        ],
        action: { label: 'See the invitation', path: '/profile' },
      }
    }
    case 'invitation_accepted': {
      const isTransfer = data.invitation === 'transfer'
      return {
        subject: isTransfer ? `${name} has a new owner` : `${name} has a new co-owner`,
        paragraphs: [
          `${toText(data.email)} accepted your invitation and is now ${
            isTransfer ? 'the owner' : 'a co-owner'
          } of ${name}.`,
        ],
        action: { label: 'See your communities', path: '/profile' },
      }
    }
    case 'handed_over':
      return {
        subject: `You are now the owner of ${name}`,
        paragraphs: [
          `The owner of ${name} has handed it over to you. You agreed to this when you became a co-owner.`,
          'If you no longer want it, you can hand it over or delete it on your profile.',
        ],
        action: { label: 'See your communities', path: '/profile' },
      }
    case 'appeal_accepted':
      return {
        subject: `Your appeal about ${name} was accepted`,
        paragraphs: [
          `Thank you for your appeal. We looked at ${name} again and agree with you.`,
          data.decision === 'rejected'
            ? 'Your community is approved.'
            : 'Your community is no longer hidden.',
          ...listSuspension(data),
        ],
        action: { label: 'See your communities', path: '/profile' },
      }
    case 'appeal_declined':
      return {
        subject: `Your appeal about ${name} was declined`,
        paragraphs: [
          `Thank you for your appeal. We looked at ${name} again, and our decision stands.`,
          `Reason: ${toText(data.reason)}`,
        ],
        action: { label: 'See your communities', path: '/profile' },
      }
    case 'claimed':
    case 'claim_accepted':
    case 'claim_declined':
    case 'claim_closed':
      return describeClaimEmail(kind, name, data)
    case 'report_outcome':
      return {
        subject: `Your report about ${name}`,
        paragraphs: [
          data.is_upheld === true
            ? `Thank you: we looked at your report about ${name} and took action.`
            : data.is_upheld === false
            ? `Thank you: we looked at your report about ${name} and found that it follows our rules.`
            : `Thank you for your report about ${name}. Its owner has deleted it.`,
        ],
        action: { label: 'Open the directory', path: '/communities' },
      }
    case 'still_active':
    case 'falling_asleep':
      return describeQuestion(email)
    case 'new_communities':
      return describeNewCommunities(data)
    case 'daily_summary': {
      const action = { label: 'Open the review queue', path: '/admin?view=queue' }
      if (data.name) {
        return {
          subject: `Hidden after reports: ${name}`,
          paragraphs: [
            `Users have reported the community ${name}, so it is hidden until an admin decides.`,
          ],
          action,
        }
      }
      if (data.hidden_today) {
        const hidden = formatCount(data.hidden_today, 'community', 'communities')
        return {
          subject: `Reports have hidden ${hidden} in a day`,
          paragraphs: [
            `Reports have already hidden ${hidden} in 24 hours, which is the maximum. Until tomorrow, other reported communities stay in the directory until an admin decides.`,
            'Someone may be misusing reports. Please look at the reported communities soon.',
          ],
          action,
        }
      }
      const waiting = [
        formatCount(data.reported, 'reported community', 'reported communities'),
        formatCount(data.appealed, 'appeal', 'appeals'),
        formatCount(data.renamed, 'renamed group', 'renamed groups'),
        formatCount(data.claimed, 'claim', 'claims'),
        formatCount(
          data.links_changed,
          'new link of a community with a dead link',
          'new links of communities with a dead link',
        ),
        formatCount(data.held, 'community with changes', 'communities with changes'),
        formatCount(
          data.groups_changed,
          'community with changed groups',
          'communities with changed groups',
        ),
        formatCount(data.pending, 'new community', 'new communities'),
        formatCount(data.imports, 'import', 'imports'),
        formatCount(data.places_requested, 'requested place', 'requested places'),
      ].filter((line) => line !== '')
      return {
        subject: `Waiting for review: ${waiting.join(', ')}`,
        paragraphs: [`Waiting for review:\n${waiting.map((line) => `- ${line}`).join('\n')}`],
        action,
      }
    }
  }
}

function describeNewCommunities({ communities, more }: Email['data']): Content {
  const listed: Record<string, unknown>[] = Array.isArray(communities) ? communities : []
  const items = listed.map(({ id, name, location, country }) => ({
    label: toLine(toText(name)),
    detail: toLine(`${toText(location)}, ${toText(country)}`),
    path: getCommunityPath(toText(id)),
  }))
  const others = typeof more === 'number' ? more : 0
  const count = items.length + others
  const [first] = items
  return {
    subject: count === 1 && first
      ? `New community: “${first.label}” in ${first.detail}`
      : `${count} new communities on ${brand.name}`,
    paragraphs: [
      count === 1
        ? 'This community is new and matches what you are looking for:'
        : others === 0
        ? 'These communities are new and match what you are looking for:'
        : `The newest ${items.length} of ${count} new communities that match what you are looking for:`,
    ],
    items,
    action: { label: 'See the newest communities', path: '/communities' },
  }
}

/** Returns ' until 3 December 2026, 14:00 UTC', or nothing if there is no end. */
const formatEnd = (until: unknown) =>
  typeof until === 'string' ? ` until ${formatMoment(until)}` : ''

/** Returns '3 December 2026, 14:00 UTC'. */
export function formatMoment(moment: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(moment))} UTC`
}

/** Isolates a text of a user inside a sentence: it may be written from right to left. */
export const toText = (value: unknown) => (typeof value === 'string' ? isolate(value) : '')

/** Returns the paragraph with an admin's reason, if there is one: clients of the first release send none. */
const formatReason = (reason: unknown) => {
  const text = toText(reason)
  return text ? [`Reason: ${text}`] : []
}

const formatCount = (value: unknown, one: string, many: string) =>
  typeof value !== 'number' || value === 0 ? '' : `${value} ${value === 1 ? one : many}`

/** The database refuses names with line breaks, but a header must not depend on it. */
const toLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
