import { expect, test } from 'vitest'
import type { Block } from '../../src/features/community/blocks.ts'
import {
  chooseNotice,
  describeStatus,
  urgencyOf,
} from '../../src/features/own-communities/row-notice.ts'

type Facts = Parameters<typeof chooseNotice>[0]
type Claim = NonNullable<Parameters<typeof chooseNotice>[1]>[number]

const listed: Facts = {
  status: 'approved',
  community_blocks: [],
  community_links: null,
  signs_of_life: null,
  rejection_reason: null,
  held_changes: null,
}
const blocks = (...kinds: Block['kind'][]) => ({
  community_blocks: kinds.map((kind) => ({ kind, since: '2026-11-20', reason: null })),
})
const claimed: Claim = { is_owner: true, answered_at: '' }

const renamed = { community_links: { renamed_at: '2026-11-01' } }
const asked = { signs_of_life: { asked_at: '2026-11-01' } }
const newLink = { held_changes: { whatsapp_link: 'https://chat.whatsapp.com/x' } }
const message = { rejection_reason: 'Please shorten the description.' }

test.each<[string | null, Partial<Facts>, Claim[]?]>([
  [null, {}],
  ['claim to answer', { ...blocks('admin', 'dead_link'), ...message, ...newLink }, [claimed]],
  ['rejected', { status: 'rejected', ...message }],
  ['hidden', { ...blocks('admin', 'renamed', 'dead_link'), ...renamed }],
  ['dead link', { ...blocks('dead_link', 'asleep', 'renamed'), ...renamed }],
  ['renamed', { ...blocks('renamed', 'asleep'), ...renamed }],
  ['hidden', blocks('renamed')],
  ['renamed', { ...renamed, ...asked }],
  ['asleep', { ...blocks('asleep', 'paused'), ...message }],
  ['asked', { ...asked, ...message, ...newLink }],
  ['message', { ...message, ...blocks('paused'), ...newLink }],
  ['message', { status: 'pending', ...message }],
  ['paused', { ...blocks('paused'), ...newLink }, [{ ...claimed, is_owner: false }]],
  ['claim of others', newLink, [{ ...claimed, is_owner: false }]],
  ['claim of others', newLink, [{ ...claimed, answered_at: '2026-11-20' }]],
  ['new link', { ...blocks('dead_link'), ...newLink }],
  ['held changes', newLink],
  // What only concerns an approved community.
  [null, { status: 'pending', ...renamed, ...asked }],
])('the most important notice is %s for %o', (notice, changes, claims) => {
  expect(chooseNotice({ ...listed, ...changes }, claims)).toBe(notice)
})

test('a claim to answer is more urgent than what keeps visitors away, and the rest is not', () => {
  expect(urgencyOf(listed, [claimed])).toBe(2)
  expect(urgencyOf({ ...listed, ...blocks('dead_link') })).toBe(1)
  expect(urgencyOf({ ...listed, ...blocks('dead_link'), ...newLink })).toBe(0)
  expect(urgencyOf({ ...listed, ...blocks('paused') })).toBe(0)
})

test.each<[string, Partial<Facts>]>([
  ['Approved', {}],
  ['Pending', { status: 'pending', ...blocks('admin') }],
  ['Rejected', { status: 'rejected' }],
  ['Hidden: the invite link no longer works', blocks('dead_link')],
  ['Hidden', blocks('dead_link', 'reports', 'paused')],
  ['Paused', blocks('asleep', 'paused')],
  ['Asleep', blocks('asleep')],
])('a row has the one status %s', (label, changes) => {
  expect(describeStatus({ ...listed, ...changes }).label).toBe(label)
})

test('the suspension of its owner comes before the other states of an approved community', () => {
  const paused = { ...listed, ...blocks('paused') }
  expect(describeStatus(paused, 'your').label).toBe('Not listed: your account is suspended')
  expect(describeStatus({ ...paused, status: 'pending' }, 'your').label).toBe('Pending')
})
