import { expect, test } from 'vitest'
import { emptyForm } from '../../src/features/listing/community-schema.ts'
import {
  fieldsForReview,
  heldValues,
  heldFields,
  heldOutsideForm,
  withHeldChanges,
} from '../../src/features/community/fields.ts'

const live = {
  ...emptyForm,
  name: 'Live',
  description: 'As approved',
  whatsapp_link: 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv',
  member_count: 60,
  reviewed_count: 60,
  image_url: 'https://images.unsplash.com/photo-1',
  held_changes: { name: 'Held', image_url: 'https://images.unsplash.com/photo-2' },
}

test('an owner continues with the version they saved last', () => {
  expect(withHeldChanges(live)).toEqual({ ...live, ...live.held_changes })
  expect(heldFields(live)).toEqual(['name', 'image'])
})

test('held changes that are not an object are ignored', () => {
  for (const held_changes of [null, 'text', ['name']]) {
    expect(heldValues({ held_changes })).toEqual({})
    expect(withHeldChanges({ ...live, held_changes })).toEqual({ ...live, held_changes })
  }
})

test('a field that this release does not know waits for review, too', () => {
  const held_changes = { house_rules: 'No selling.', member_count: 7, image_url: 'x', name: 'Held' }
  expect(heldFields({ held_changes })).toEqual(['name', 'member count', 'image', 'house rules'])
  expect(heldOutsideForm({ held_changes })).toEqual({ house_rules: 'No selling.' })
  expect(heldOutsideForm(live)).toBeNull()
})

test('only reviewed fields wait for review', () => {
  expect(fieldsForReview(live, live)).toEqual([])
  const edited = { ...live, description: 'New', whatsapp_link: 'x', languages: 'de' }
  expect(fieldsForReview(live, edited)).toEqual(['description', 'WhatsApp link'])
})

test.each([
  [120, []],
  [121, ['member count']],
  [0, []],
])('%d members after 60 reviewed ones wait for review under these names: %o', (count, fields) => {
  // In steps, and also if fewer are live.
  expect(fieldsForReview({ ...live, member_count: 110 }, { ...live, member_count: count })).toEqual(
    fields,
  )
})
