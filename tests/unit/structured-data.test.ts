import { expect, test } from 'vitest'
import { describeCommunity, describeList } from '../../src/routes/directory/structured-data.ts'

const id = '7d7f9b7e-0000-4000-8000-000000000000'

test('a community is described as an organization that people join', () => {
  const described = describeCommunity({
    id,
    name: 'Reef Cleaners',
    summary: 'Off the road',
    description: 'Off the road and back',
    location: 'Rio de Janeiro',
    country: 'Brazil',
    category: 'Sports',
    join_type: 'open',
    languages: ['pt'],
    member_count: 1284,
    image_url: 'https://images.example.com/a.jpg',
    approval_date: '2026-01-01',
    group_count: 0,
    groups: [],
    link_checked_at: '2026-01-02',
  })
  expect(described).toMatchObject({
    '@type': 'Organization',
    name: 'Reef Cleaners',
    knowsLanguage: ['pt'],
    url: `/communities/${id}/`,
    description: 'Off the road and back',
    location: { address: { addressLocality: 'Rio de Janeiro', addressCountry: 'Brazil' } },
    interactionStatistic: {
      interactionType: 'https://schema.org/JoinAction',
      userInteractionCount: 1284,
    },
  })
})

test('a list is described by the static pages of its communities', () => {
  expect(describeList([{ id, name: 'Reef Cleaners' }])).toMatchObject({
    '@type': 'ItemList',
    itemListElement: [{ position: 1, name: 'Reef Cleaners', url: `/communities/${id}/` }],
  })
})
