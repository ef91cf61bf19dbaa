import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHydrated } from '../lib/useHydrated.ts'
import { Segments } from '../ui/Segments.tsx'
import { chooseTheme, followTheme, readTheme } from './theme.ts'

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
