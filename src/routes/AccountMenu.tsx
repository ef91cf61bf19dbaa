import { LogOut, ShieldCheck, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../session/useSession.ts'
import { Menu } from '../ui/Menu.tsx'
import { MenuItem, MenuLabel, MenuSeparator } from '../ui/MenuItem.tsx'
import { AccountButton } from './AccountButton.tsx'

/** It opens at once: it is loaded by the click that asks for it. */
export function AccountMenu() {
  const { user, profile, signOut } = useSession()
  const navigate = useNavigate()

  const leave = () => {
    // First away from a guarded screen, or its guard would ask to sign in again.
    void navigate('/')
    void signOut()
  }

  return (
    <Menu trigger={<AccountButton />} defaultOpen>
      <MenuLabel>
        Signed in as
        <span className="block truncate font-semibold text-ink">{user?.email}</span>
      </MenuLabel>
      <MenuSeparator />
      <MenuItem icon={UserRound} onSelect={() => void navigate('/profile')}>
        Profile
      </MenuItem>
      {profile?.is_admin && (
        <MenuItem icon={ShieldCheck} onSelect={() => void navigate('/admin')}>
          Admin
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={leave}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
