import { Link } from 'react-router-dom'
import { brand } from '../brand.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'

const linkClass =
  'rounded-sm text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink'

export function SiteFooter() {
  return (
    <footer className="border-t border-line bg-surface text-sm text-ink-soft">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-6 sm:px-6">
        <p className="max-w-prose">
          <span translate="no">{brand.name}</span> is an independent directory and is not affiliated
          with WhatsApp or Meta.
        </p>
        <ThemeSwitch />
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {import.meta.env.VITE_DIRECTORY === 'live' && (
              <li>
                <Link to="/communities" className={linkClass}>
                  Communities
                </Link>
              </li>
            )}
            <li>
              <Link to="/business-partnership" className={linkClass}>
                Business partnership
              </Link>
            </li>
            <li>
              <Link to="/privacy" className={linkClass}>
                Privacy
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
