import {
  ChevronDown,
  ListChecks,
  LogOut,
  MessagesSquare,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isolate } from '../../lib/isolate.ts'
import { countDrafts, hasUnsavedInput } from '../../lib/unsaved-input.ts'
import { useMoveToAccount } from '../../features/directory/saved/saved-in-account.ts'
import { useProfile } from '../../features/session/profile.ts'
import { signOut } from '../../features/session/sign-out.ts'
import type { SessionUser } from '../../features/session/useSession.ts'
import { useWaitingReviews } from '../../features/moderation/waiting-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatCount } from '../../ui/format.ts'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/Menu.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

const wouldLoseInput = () => countDrafts() > 0 || hasUnsavedInput()

export function AccountMenu({ user }: { user: SessionUser }) {
  useMoveToAccount(user.id)
  const profile = useProfile(user)
  const waiting = useWaitingReviews(user, profile?.is_admin === true) ?? 0
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const name = profile?.name || user.email || 'Your account'

  const signOutAndLeave = () => {
    // Sign out first: the route guard then knows that the user has just left this screen.
    void signOut()
    void navigate('/')
  }

  const trigger: ComponentProps<typeof Menu>['trigger'] = (props) => (
    <Button
      {...props}
      variant="ghost"
      aria-label={`Account menu, ${isolate(name)}${waiting > 0 ? `, ${waiting} waiting for review` : ''}`}
      className="gap-2 px-1.5! py-0.5!"
    >
      <span
        aria-hidden="true"
        translate="no"
        className={cx(
          'relative grid size-8 place-items-center rounded-full bg-accent font-display text-base text-accent-on',
          // Room for the badge, which would cover the button beside the menu.
          waiting > 0 && 'ms-2.5',
        )}
      >
        <span>{name.charAt(0).toUpperCase()}</span>
        {waiting > 0 && <Badge count={waiting} className="absolute end-4 -top-1.5 font-body" />}
      </span>
      <span dir="auto" translate="no" className="max-w-36 truncate max-md:hidden lg:max-xl:hidden">
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
                <Badge count={waiting} className="ms-1.5 inline-block" />
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

/** Asks before signing out deletes drafts. */
function SignOutDialog({ onClose, onSignOut }: { onClose: () => void; onSignOut: () => void }) {
  const count = Math.max(countDrafts(), 1)
  return (
    <ConfirmDialog
      onClose={onClose}
      title={count === 1 ? 'Sign out and delete your draft?' : 'Sign out and delete your drafts?'}
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      tone="danger"
      onConfirm={onSignOut}
    >
      {count === 1
        ? 'This browser has a draft with unsaved changes, perhaps in another tab. Signing out deletes it.'
        : `This browser has ${count} drafts with unsaved changes, perhaps in other tabs. Signing out deletes them.`}
    </ConfirmDialog>
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
