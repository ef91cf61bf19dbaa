import { useId, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Kbd } from '../../../ui/Badge.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { TextArea } from '../../../ui/Field.tsx'
import { useShortcutSetting, useShortcuts } from './KeyboardShortcuts.tsx'
import { stillSaving } from './useDecisions.ts'

const readyReasons = [
  'The invite link does not work. Please check it in WhatsApp and send a new one.',
  'The description does not say what the community is about.',
  'The image does not fit the community.',
  'This community is already listed.',
  'This is an advertisement rather than a community.',
]

type Props = {
  /** Names of what is rejected. */
  names: readonly string[]
  /** An earlier decision about it is still being saved. */
  isWaiting?: boolean
  onClose: () => void
  /** Resolves to null when it is done, else to what went wrong; then the reason stays as it was typed. */
  onReject: (reason: string) => Promise<string | null>
}

/** Asks for the reason of a rejection, which the owner reads on their profile. */
export function RejectDialog({ names, isWaiting = false, onClose, onReject }: Props) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const formId = useId()

  const choose = (ready: string) => {
    setReason(ready)
    setMissing(false)
    submit.current?.focus()
  }
  const [shortcutsOn] = useShortcutSetting()
  useShortcuts(
    Object.fromEntries(readyReasons.map((ready, index) => [index + 1, () => choose(ready)])),
    { enabled: shortcutsOn, inDialog: true },
  )

  const reject = async () => {
    setBusy(true)
    setProblem(null)
    const failure = await onReject(reason.trim())
    setBusy(false)
    setProblem(failure)
    if (!failure) onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title={names.length === 1 ? 'Reject community' : `Reject ${names.length} communities`}
      description={names.length <= 3 ? names.join(', ') : undefined}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            ref={submit}
            type="submit"
            form={formId}
            variant="danger"
            busy={busy || isWaiting}
          >
            Reject
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (busy || isWaiting) return
          if (reason.trim()) void reject()
          else {
            setMissing(true)
            text.current?.focus()
          }
        }}
      >
        <div role="group" aria-label="Ready-made reasons" className="flex flex-col gap-2">
          {readyReasons.map((ready, index) => (
            <Button
              key={ready}
              variant="secondary"
              size="sm"
              aria-label={ready}
              aria-pressed={reason === ready}
              className="justify-start! text-left font-normal! aria-pressed:border-accent! aria-pressed:bg-accent-soft!"
              onClick={() => choose(ready)}
            >
              <Kbd>{index + 1}</Kbd>
              {ready}
            </Button>
          ))}
        </div>
        <TextArea
          ref={text}
          label="Reason"
          hint="The owner reads this next to their community, and can edit and resubmit it."
          rows={3}
          maxLength={500}
          required
          error={missing ? 'Please give a reason' : undefined}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setMissing(false)
          }}
        />
        {isWaiting ? (
          <Notice tone="warning">{stillSaving}</Notice>
        ) : (
          problem && <Notice tone="danger">{problem}</Notice>
        )}
      </form>
    </Dialog>
  )
}
