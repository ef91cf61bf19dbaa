import { expect, test } from 'vitest'
import { liveScenes, scenes } from '../../scripts/build/screenshots/scenes.ts'

test('no two scenes overwrite the images of each other', () => {
  const names = [...scenes, ...liveScenes].map(({ name }) => name.replaceAll(/\W+/g, '-'))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
