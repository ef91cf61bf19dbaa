import type { Enums, Tables } from '../../supabase/database.types.ts'
import { hidingKinds } from '../../supabase/rules/blocks.ts'

/*
 * What keeps an approved community out of the directory. Blocks coexist: lifting one reveals nothing while another is left.
 */

type BlockKind = Enums<'block_kind'>
export type Block = Pick<Tables<'community_blocks'>, 'kind' | 'since' | 'reason'>
export type Blocked = { community_blocks: readonly Block[] }

/** Only admins read the suspension, which takes every community of the owner out of the directory. */
export type Owned = { owner?: { suspensions: object | null } }

export const isOwnerSuspended = ({ owner }: Owned): boolean => Boolean(owner?.suspensions)

/** The reasons of those that are automatic. Admins write theirs. */
const automaticReasons: Partial<Record<BlockKind, string>> = {
  reports: 'Users have reported this community. It is hidden until an admin has looked at it.',
  renamed:
    'The WhatsApp group now has a different name. The community is hidden until an admin has looked at it.',
}

/** Returns the blocks that hide a community, oldest first, each with its reason. */
export const hiddenBlocks = ({ community_blocks }: Blocked) =>
  community_blocks
    .filter(({ kind }) => hidingKinds.some((hiding) => hiding === kind))
    .map((block) => ({ ...block, reason: block.reason ?? automaticReasons[block.kind] ?? '' }))
    .toSorted((one, other) => (one.since < other.since ? -1 : 1))

export const hidingReasons = (community: Blocked): string[] =>
  hiddenBlocks(community).map(({ reason }) => reason)

export const findBlock = ({ community_blocks }: Blocked, kind: BlockKind): Block | undefined =>
  community_blocks.find((block) => block.kind === kind)

export const hasBlock = (community: Blocked, kind: BlockKind): boolean =>
  findBlock(community, kind) !== undefined

/**
 * Whether visitors do not see the community even if it is approved.
 *
 * @param despite a kind of block that does not count
 */
export const isOutOfDirectory = ({ community_blocks }: Blocked, despite?: BlockKind): boolean =>
  community_blocks.some(({ kind }) => kind !== despite)

/** Whether the directory leaves out an approved community because its invite link no longer works. */
export const isLinkDead = (community: Blocked & { status: Enums<'community_status'> }): boolean =>
  community.status === 'approved' && hasBlock(community, 'dead_link')
