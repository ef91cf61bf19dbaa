import { formatCount } from '../../ui/format.ts'

/** A number of communities, with the words that describe it: '100+' and 'communities'. */
export type Count = { number: number; isAtLeast: boolean; text: string; noun: string }

/**
 * Describes a number of communities.
 *
 * @param isAtLeast whether it is a lower bound, because the database stopped counting
 */
export function describeCount(number: number, isAtLeast: boolean): Count {
  const noun = number === 1 && !isAtLeast ? 'community' : 'communities'
  return { number, isAtLeast, text: `${formatCount(number)}${isAtLeast ? '+' : ''}`, noun }
}
