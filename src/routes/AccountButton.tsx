import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useSession } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'

/** Who is signed in; what it opens is the caller's. */
export function AccountButton(props: ComponentProps<typeof Button>) {
  const { user, profile } = useSession()
  const name = profile?.name || user?.email || 'Your account'

  return (
    <Button
      variant="ghost"
      aria-label={`Account menu, ${name}`}
      className="gap-2 px-1.5! py-0.5!"
      {...props}
    >
      <span
        aria-hidden="true"
        className="grid size-8 place-items-center rounded-full bg-accent font-display text-base text-accent-on"
      >
        {name.charAt(0).toUpperCase()}
      </span>
      <span className="max-w-36 truncate max-md:hidden">{name}</span>
      <ChevronDown aria-hidden="true" className="size-4 text-ink-soft" />
    </Button>
  )
}
