import { readItem, removeItem, themeKey, writeItem } from '../../lib/browser-storage.ts'

const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

export const readTheme = (): Theme =>
  themes.find((theme) => theme === readItem(themeKey)) ?? 'system'

export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  if (theme === 'system') removeItem(themeKey)
  else writeItem(themeKey, theme)
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}
