import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHydrated } from '../lib/useHydrated.ts'
import { Segments } from '../ui/Segments.tsx'

const choices = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme)
  const isHydrated = useHydrated()
  useEffect(() => followTheme(setTheme), [])

  return (
    <Segments
      label="Theme"
      value={isHydrated ? theme : 'system'}
      segments={choices}
      onChange={(next) => {
        setTheme(next)
        chooseTheme(next)
      }}
    />
  )
}

const themes = ['system', 'light', 'dark'] as const

type Theme = (typeof themes)[number]

/** Also read by the script in index.html, before the first paint. */
const storageKey = 'theme'

/** What was chosen in this browser; the system's until then. */
export function readTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Shows a theme and remembers it for the next visit. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme)
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Without storage it holds for this visit.
  }
}

/** Calls back when another tab chose a theme, which is shown here too. @returns how to stop */
function followTheme(onTheme: (theme: Theme) => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return
    const theme = readTheme()
    showTheme(theme)
    onTheme(theme)
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}
