import {
  ChevronDown,
  ListChecks,
  LogOut,
  MessagesSquare,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isolate } from '../../lib/isolate.ts'
import { countDrafts, hasUnsavedInput, useHasUnsavedInput } from '../../lib/unsaved-input.ts'
import { useProfile } from '../../features/session/profile.ts'
import { type SessionUser, useSession } from '../../features/session/useSession.ts'
import { useWaitingReviews } from '../../features/moderation/waiting-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatCount } from '../../ui/format.ts'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/Menu.tsx'
import { onDemandDialog } from '../../ui/on-demand-dialog.tsx'

const SignOutDialog = onDemandDialog(
  async () => (await import('./SignOutDialog.tsx')).SignOutDialog,
  { title: 'Sign out?', size: 'sm' },
)

const wouldLoseInput = () => countDrafts() > 0 || hasUnsavedInput()

export function AccountMenu({ user }: { user: SessionUser }) {
  const { signOut } = useSession()
  const profile = useProfile(user)
  const waiting = useWaitingReviews(user, profile?.is_admin === true) ?? 0
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const hasInput = useHasUnsavedInput()
  // Signing out works offline.
  useEffect(() => {
    if (hasInput || countDrafts() > 0) SignOutDialog.preload()
  }, [hasInput])
  const name = profile?.name || user.email || 'Your account'

  const signOutAndLeave = () => {
    // Navigate first: the route guard of the current screen would open the sign-in dialog.
    void navigate('/')
    void signOut()
  }

  const trigger: ComponentProps<typeof Menu>['trigger'] = (props) => (
    <Button
      {...props}
      variant="ghost"
      aria-label={`Account menu, ${isolate(name)}${waiting > 0 ? `, ${waiting} waiting for review` : ''}`}
      onClick={() => {
        // Another tab may have stored a draft.
        if (wouldLoseInput()) SignOutDialog.preload()
        props.onClick()
      }}
      className="gap-2 px-1.5! py-0.5!"
    >
      <span
        aria-hidden="true"
        translate="no"
        className={cx(
          'relative grid size-8 place-items-center rounded-full bg-accent font-display text-base text-accent-on',
          // Room for the badge, which would cover the button beside the menu.
          waiting > 0 && 'ml-2.5',
        )}
      >
        <span>{name.charAt(0).toUpperCase()}</span>
        {waiting > 0 && <Badge count={waiting} className="absolute -top-1.5 right-4 font-body" />}
      </span>
      <span dir="auto" translate="no" className="max-w-36 truncate max-md:hidden">
        {name}
      </span>
      <ChevronDown aria-hidden="true" className="size-4 text-ink-soft" />
    </Button>
  )

  return (
    <>
      <Menu trigger={trigger}>
        <MenuLabel>
          Signed in as
          <span translate="no" className="block truncate font-semibold text-ink">
            {user.email}
          </span>
        </MenuLabel>
        <MenuSeparator />
        {import.meta.env.VITE_DIRECTORY === 'live' && (
          <MenuItem icon={MessagesSquare} onSelect={() => void navigate('/communities')}>
            Communities
          </MenuItem>
        )}
        <MenuItem icon={UserRound} onSelect={() => void navigate('/profile')}>
          Profile
        </MenuItem>
        {profile?.is_admin && (
          <MenuItem icon={ShieldCheck} onSelect={() => void navigate('/admin')}>
            Admin
          </MenuItem>
        )}
        {profile?.is_admin && (
          <MenuItem icon={ListChecks} onSelect={() => void navigate('/admin?view=queue')}>
            <span>Review queue</span>
            {waiting > 0 && (
              <>
                {' '}
                <Badge count={waiting} className="ml-1.5 inline-block" />
              </>
            )}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          icon={LogOut}
          onSelect={() => (wouldLoseInput() ? setIsAsking(true) : signOutAndLeave())}
        >
          Sign out
        </MenuItem>
      </Menu>
      {isAsking && <SignOutDialog onClose={() => setIsAsking(false)} onSignOut={signOutAndLeave} />}
    </>
  )
}

/** The number of communities that wait for review. */
function Badge({ count, className }: { count: number; className: string }) {
  return (
    <span
      className={cx(
        'rounded-full bg-danger px-1.5 text-center text-xs leading-5 font-semibold text-danger-on tabular-nums',
        className,
      )}
    >
      {count > 99 ? '99+' : formatCount(count)}
    </span>
  )
}
