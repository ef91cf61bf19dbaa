import { openList } from '../../../tooling/journeys/directory.ts'
import { expect, test } from '../fixtures.ts'
import { expectSelectionVisible } from '../forced-colors.ts'

test('the chosen filters and the place on the map are visible in forced colors', async ({
  page,
}) => {
  await openList(page, '?place=Z%C3%BCrich&language=de&view=map')
  const map = page.getByRole('list', { name: 'Places on the map' })
  await expect(map.getByRole('link', { name: /^Zürich/ })).toBeVisible()
  await expectSelectionVisible(page, [/^Zürich, Switzerland/, /^German/, 'Communities'])
})
