import { readItem, removeItem, themeKey, writeItem } from '../lib/browser-storage.ts'

const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

export const readTheme = (): Theme =>
  themes.find((theme) => theme === readItem(themeKey)) ?? 'system'

export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  if (theme === 'system') removeItem(themeKey)
  else writeItem(themeKey, theme)
}

/** Applies the theme chosen in another tab, and reports it. @returns a function that stops listening */
export function followTheme(onChange: (theme: Theme) => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== themeKey && event.key !== null) return
    const theme = readTheme()
    applyTheme(theme)
    onChange(theme)
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}
