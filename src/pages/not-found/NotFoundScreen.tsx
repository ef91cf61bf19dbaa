import { House } from 'lucide-react'
import { Link } from 'react-router-dom'
import { buttonClass } from '../../ui/Button.tsx'
import { PageMeta } from '../../app/PageMeta.tsx'

export function NotFoundScreen() {
  return (
    <div className="m-auto flex max-w-xl flex-col items-center gap-4 px-4 py-16 text-center">
      <PageMeta title="Page not found" description="This page doesn't exist." />
      <BrokenSignpost />
      <h1 className="text-4xl font-semibold tracking-tight">Page not found</h1>
      <p className="max-w-md text-ink-soft">
        No trail leads here. The address may have a typo, or the page may have moved.
      </p>
      <Link to="/" className={`${buttonClass()} mt-2`}>
        <House aria-hidden="true" className="size-[1.125rem]" />
        Go to the home page
      </Link>
    </div>
  )
}

/** A signpost whose arm has come loose. */
function BrokenSignpost() {
  return (
    <svg viewBox="0 0 240 180" aria-hidden="true" className="h-44 w-auto">
      <ellipse cx="120" cy="166" rx="104" ry="10" fill="var(--color-sunken)" />
      <path fill="var(--art-post)" d="M111 20q9-12 18 0v146h-18z" />
      <path fill="var(--art-post-dark)" d="M123 15q4 1 6 5v146h-6z" />
      <g transform="rotate(58 120 52)">
        <path d="M104 34h84l22 19-22 19h-84q-8 0-8-8V42q0-8 8-8z" fill="var(--color-accent)" />
        <g fill="var(--color-on-accent)">
          <circle cx="142" cy="53" r="5" />
          <circle cx="162" cy="53" r="5" />
          <circle cx="182" cy="53" r="5" />
        </g>
      </g>
      <circle cx="120" cy="52" r="4" fill="var(--art-board)" />
      <path
        d="M58 166c4-16 8-22 14-24-2 8-2 12 0 16 4-8 8-12 14-14-4 8-6 14-6 22z"
        fill="var(--art-near)"
      />
    </svg>
  )
}
