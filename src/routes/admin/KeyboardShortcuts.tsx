import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'

const keys = [
  ['A', 'Approve, or accept the changes'],
  ['R', 'Reject with a reason, or decline the changes'],
  ['E', 'Edit'],
  ['J', 'Next'],
  ['K', 'Previous'],
  ['X', 'Select or deselect, in the list'],
  ['H', 'History'],
  ['U', 'Undo the last decision'],
  ['?', 'Show these keys'],
] as const

type Props = { enabled: boolean; onEnable: (enabled: boolean) => void; onClose: () => void }

/** Lists the keys, and switches them off for whom they are in the way. */
export function KeysDialog({ enabled, onEnable, onClose }: Props) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keyboard shortcuts"
      description="They rest while you type, while a dialog is open, and with Ctrl, Alt or ⌘."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {keys.map(([key, action]) => (
          <div key={key} className="contents">
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex items-center gap-3 border-t border-line pt-4 font-semibold">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={enabled}
          onChange={(event) => onEnable(event.currentTarget.checked)}
        />
        Use keyboard shortcuts
      </label>
    </Dialog>
  )
}
