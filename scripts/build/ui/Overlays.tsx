import { LogOut, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../src/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/ui/ConfirmDialog.tsx'
import { Dialog } from '../../../src/ui/Dialog.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../src/ui/Menu.tsx'
import { TextField } from '../../../src/ui/Field.tsx'
import { Chapter, Sample } from './Sample.tsx'

const nothing = () => undefined

type Open = 'dialog' | 'confirm' | 'failed' | 'pending' | null

export function Overlays() {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Chapter title="Dialogs and menus">
      <Sample title="Click to open">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirmation</Button>
        <Button onClick={() => setOpen('failed')}>Confirmation that failed</Button>
        <Button
          onClick={() => {
            setOpen('pending')
            // A pending dialog cannot be closed.
            setTimeout(close, 3000)
          }}
        >
          Busy confirmation
        </Button>
        <Menu
          trigger={(props) => (
            <Button {...props} variant="secondary">
              Menu
            </Button>
          )}
        >
          <MenuLabel>Signed in as Luca</MenuLabel>
          <MenuSeparator />
          <MenuItem icon={UserRound} onSelect={nothing}>
            Profile
          </MenuItem>
          <MenuItem icon={LogOut} onSelect={nothing}>
            Sign out
          </MenuItem>
        </Menu>
      </Sample>
      {open === 'dialog' && (
        <Dialog
          onClose={close}
          title="A dialog"
          description="With a line that describes it."
          footer={<Button onClick={close}>Save Changes</Button>}
        >
          <TextField label="Name" defaultValue="Sunrise Swimmers" />
        </Dialog>
      )}
      {(open === 'confirm' || open === 'failed' || open === 'pending') && (
        <ConfirmDialog
          onClose={close}
          title="Delete community"
          confirmLabel="Delete"
          pendingLabel="Deleting..."
          tone="danger"
          isPending={open === 'pending'}
          error={open === 'failed' ? 'Failed to delete community' : null}
          onConfirm={close}
        >
          Are you sure you want to delete this community?
        </ConfirmDialog>
      )}
    </Chapter>
  )
}
