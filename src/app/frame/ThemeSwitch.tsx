import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { themeKey } from '../../lib/browser-storage.ts'
import { Segments } from '../../ui/Segments.tsx'
import { useWindowEvent } from '../../lib/useWindowEvent.ts'
import { applyTheme, chooseTheme, readTheme } from './theme.ts'

const choices = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme)
  // Another tab may choose a theme.
  useWindowEvent('storage', ({ key }) => {
    if (key !== themeKey && key !== null) return
    setTheme(readTheme())
    applyTheme(readTheme())
  })

  return (
    <Segments
      label="Theme"
      value={theme}
      segments={choices}
      onChange={(next) => {
        setTheme(next)
        chooseTheme(next)
      }}
    />
  )
}
