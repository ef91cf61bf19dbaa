import { House } from 'lucide-react'
import { Link } from 'react-router-dom'
import { buttonClass } from '../../ui/buttonClass.ts'
import { LostSign } from './LostSign.tsx'
import { PageMeta } from '../PageMeta.tsx'

export function NotFoundScreen() {
  return (
    <div className="m-auto flex max-w-xl flex-col items-center gap-4 px-4 py-16 text-center">
      <PageMeta title="Page not found" description="There is nothing at this address." />
      <LostSign />
      <h1 className="text-4xl font-semibold tracking-tight">Page not found</h1>
      <p className="max-w-md text-ink-soft">
        No path leads here. The address may have a typing mistake, or the page has moved on.
      </p>
      <Link to="/" className={`${buttonClass()} mt-2`}>
        <House aria-hidden="true" className="size-[1.125rem]" />
        Go to the home page
      </Link>
    </div>
  )
}
