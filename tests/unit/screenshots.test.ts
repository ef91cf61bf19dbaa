import { expect, test } from 'vitest'
import { liveScenes, scenes } from '../../scripts/build/screenshots/scenes.ts'

test('every scene has its own file name', () => {
  const names = [...scenes, ...liveScenes].map(({ name }) => name.replaceAll(/\W+/g, '-'))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
