import { type Content, type Email, toText } from './render-email.ts'

interface AskedCommunity {
  name: string
  /** The page that answers for this community, with its signed link. */
  path: string
}

/** Returns the email that asks whether communities are still active, or the reminder a week before they fall asleep. */
export function describeQuestion({ kind, data }: Pick<Email, 'kind' | 'data'>): Content {
  const communities: AskedCommunity[] = Array.isArray(data.communities) ? data.communities : []
  const [first] = communities
  const isOne = communities.length === 1 && first !== undefined
  const name = `“${toText(first?.name)}”`
  const [it, leaves] = isOne ? ['it', 'leaves'] : ['they', 'leave']
  const them = isOne ? 'it' : 'them'
  const asleep =
    `${leaves} the directory until you wake ${them} up, without a new review. Nothing is deleted, and you can also pause or delete ${them} on your profile.`
  return {
    ...(kind === 'still_active'
      ? {
        subject: isOne
          ? `Is ${name} still active?`
          : `Are your ${communities.length} communities still active?`,
        paragraphs: [
          `From time to time, we ask owners so that travellers find groups that are alive: ${
            isOne
              ? `is your community ${name} still active?`
              : 'are these communities still active?'
          } You don't need to sign in to answer.`,
          `If you don't answer within ${Number(data.days)} days, ${it} ${
            isOne ? 'falls' : 'fall'
          } asleep: ${it} ${asleep}`,
        ],
      }
      : {
        subject: isOne
          ? `${name} falls asleep in a week`
          : `${communities.length} of your communities fall asleep in a week`,
        paragraphs: [
          `You have not told us yet whether ${
            isOne ? `your community ${name} is` : 'these communities are'
          } still active. In a week, ${it} ${asleep}`,
          `Your answer keeps ${them} in the directory, and later it wakes ${them} up. You don't need to sign in.`,
        ],
      }),
    ...(isOne ? { action: { label: 'Yes, it is still active', path: first.path } } : {
      items: communities.map(({ name, path }) => ({
        label: toText(name),
        detail: 'Yes, it is still active',
        path,
      })),
      action: { label: 'See your communities', path: '/profile' },
    }),
  }
}
