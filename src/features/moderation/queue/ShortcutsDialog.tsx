import { Kbd } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

const descriptions = [
  ['A', 'Yes: it may go live, or stay as shown. Press Enter to accept a claim or add a place'],
  [
    'R',
    'No, with a reason that the owner reads: press a digit for a common reason, 0 to write your own',
  ],
  ['H', 'Hide an approved community, with a reason for the owner'],
  ['U', 'Undo the last decision'],
  ['E', 'Edit'],
  ['J', 'Next'],
  ['K', 'Previous'],
  ['X', 'Select or deselect, in the list; with Shift, also all from the last one'],
  ['?', 'Show these shortcuts'],
] as const

type ShortcutsProps = { isOn: boolean; onChange: (isOn: boolean) => void; onClose: () => void }

/** Lists the shortcuts of the review queue. They can be switched off for assistive technology that uses the same keys. */
export function ShortcutsDialog({ isOn, onChange, onClose }: ShortcutsProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Keyboard shortcuts"
      description="They are disabled while you type and while a dialog is open. Keys pressed with Ctrl, Alt or ⌘ work as usual in your browser."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {descriptions.map(([key, action]) => (
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
          checked={isOn}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        Use keyboard shortcuts
      </label>
    </Dialog>
  )
}
