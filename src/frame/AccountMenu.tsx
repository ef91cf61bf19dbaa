import { ChevronDown, LogOut, MessagesSquare, ShieldCheck, UserRound } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { countDrafts, hasUnsavedInput, useHasUnsavedInput } from '../lib/unsaved-input.ts'
import { useProfile } from '../session/profile.ts'
import { type SessionUser, useSession } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/Menu.tsx'
import { onDemandDialog } from '../ui/on-demand-dialog.tsx'

const SignOutDialog = onDemandDialog(
  async () => (await import('./SignOutDialog.tsx')).SignOutDialog,
  { title: 'Sign out?', size: 'sm' },
)

const wouldLoseInput = () => countDrafts() > 0 || hasUnsavedInput()

export function AccountMenu({ user }: { user: SessionUser }) {
  const { signOut } = useSession()
  const profile = useProfile(user)
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
      aria-label={`Account menu, ${name}`}
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
        className="grid size-8 place-items-center rounded-full bg-accent font-display text-base text-accent-on"
      >
        {name.charAt(0).toUpperCase()}
      </span>
      <span translate="no" className="max-w-36 truncate max-md:hidden">
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
