import { expect, test } from 'vitest'
import {
  type Block,
  hasBlock,
  hiddenBlocks,
  isLinkDead,
  isOutOfDirectory,
} from '../../src/features/community/blocks.ts'

const block = (kind: Block['kind'], day: string, reason: string | null = null): Block => ({
  kind,
  since: `2026-11-${day}T10:00:00+00:00`,
  reason,
})

const blockedBy = (...community_blocks: Block[]) => ({
  status: 'approved' as const,
  community_blocks,
})

test('a community that is hidden for several reasons has all of them, oldest first', () => {
  const community = blockedBy(
    block('admin', '22', 'Too much advertising.'),
    block('paused', '20'),
    block('renamed', '23'),
    block('reports', '21'),
    block('asleep', '19'),
    block('dead_link', '18'),
  )
  expect(hiddenBlocks(community).map(({ kind, reason }) => [kind, reason])).toEqual([
    [
      'reports',
      'Users have reported this community. It is hidden until an admin has looked at it.',
    ],
    ['admin', 'Too much advertising.'],
    [
      'renamed',
      'The WhatsApp group now has a different name. The community is hidden until an admin has looked at it.',
    ],
  ])
})

test.each(['admin', 'reports', 'renamed', 'paused', 'asleep', 'dead_link'] as const)(
  'a block of the kind %s alone keeps a community out of the directory',
  (kind) => {
    expect(isOutOfDirectory(blockedBy(block(kind, '20')))).toBe(true)
    expect(hasBlock(blockedBy(block(kind, '20')), kind)).toBe(true)
  },
)

test('one kind of block can be left out, but not the others', () => {
  const dead = block('dead_link', '20')
  expect(isOutOfDirectory(blockedBy(dead), 'dead_link')).toBe(false)
  expect(isOutOfDirectory(blockedBy(dead, block('paused', '21')), 'dead_link')).toBe(true)
})

test('a community without blocks is in the directory', () => {
  expect(isOutOfDirectory(blockedBy())).toBe(false)
  expect(hiddenBlocks(blockedBy())).toEqual([])
})

test('a dead link counts only once the community is approved', () => {
  const community = blockedBy(block('dead_link', '20'))
  expect(isLinkDead(community)).toBe(true)
  expect(isLinkDead({ ...community, status: 'rejected' })).toBe(false)
  expect(isLinkDead(blockedBy(block('paused', '20')))).toBe(false)
})
