import { Link } from 'react-router-dom'
import { brand } from '../brand.ts'
import { listPages } from '../pages.ts'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { themeKey } from '../../lib/browser-storage.ts'
import { Segments } from '../../ui/Segments.tsx'
import { useWindowEvent } from '../../lib/useWindowEvent.ts'
import { applyTheme, chooseTheme, readTheme } from './theme.ts'

const pages = listPages({ isLive: import.meta.env.VITE_DIRECTORY === 'live' })

export function SiteFooter() {
  return (
    <footer className="border-t border-line bg-surface text-sm text-ink-soft">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-6 sm:px-6">
        <p className="max-w-prose">
          <span translate="no">{brand.name}</span> is an independent directory and is not affiliated
          with WhatsApp or Meta.
        </p>
        <div className="min-w-0 noscript:hidden">
          <ThemeSwitch />
        </div>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {pages.map(
              ({ path, footerLink }) =>
                footerLink && (
                  <li key={path}>
                    <Link
                      to={path}
                      className="inline-flex items-center rounded-sm text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
                    >
                      {footerLink}
                    </Link>
                  </li>
                ),
            )}
          </ul>
        </nav>
      </div>
    </footer>
  )
}

const choices = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

function ThemeSwitch() {
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
