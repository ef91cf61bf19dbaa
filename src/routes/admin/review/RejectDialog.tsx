import { useId, useRef, useState } from 'react'
import { cleanText } from '../../../lib/clean-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Kbd } from '../../../ui/Badge.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { TextArea } from '../../../ui/Field.tsx'
import { useShortcutSetting, useShortcuts } from './KeyboardShortcuts.tsx'
import { stillSaving } from './useDecisions.ts'

const commonReasons = [
  'The invite link does not work. Please check it in WhatsApp and enter a new one.',
  'The description does not say what the community is about.',
  'The image does not match the community.',
  'This community is already listed.',
  'This is an advertisement, not a community.',
]

type Props = {
  /** Names of the communities to reject. */
  names: readonly string[]
  /** Whether another decision about the community is still being saved. */
  isWaiting?: boolean
  onClose: () => void
  /** Resolves to null once saved, else to an error message. */
  onReject: (reason: string) => Promise<string | null>
}

/** Asks for a rejection reason. If saving fails, the dialog stays open and keeps it. */
export function RejectDialog({ names, isWaiting = false, onClose, onReject }: Props) {
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const formId = useId()

  const choose = (text: string) => {
    setReason(text)
    setIsMissing(false)
    submit.current?.focus()
  }
  const [shortcutsOn] = useShortcutSetting()
  useShortcuts(
    Object.fromEntries(commonReasons.map((text, index) => [index + 1, () => choose(text)])),
    { enabled: shortcutsOn, inDialog: true },
  )

  const reject = async () => {
    setIsBusy(true)
    setProblem(null)
    const failure = await onReject(cleanText(reason))
    setIsBusy(false)
    setProblem(failure)
    if (!failure) onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={() => !isBusy && onClose()}
      title={names.length === 1 ? 'Reject community' : `Reject ${names.length} communities`}
      description={names.length <= 3 ? names.join(', ') : undefined}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            ref={submit}
            type="submit"
            form={formId}
            variant="danger"
            isPending={isBusy || isWaiting}
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
          if (isBusy || isWaiting) return
          if (cleanText(reason)) void reject()
          else {
            setIsMissing(true)
            field.current?.focus()
          }
        }}
      >
        <div role="group" aria-label="Common reasons" className="flex flex-col gap-2">
          {commonReasons.map((text, index) => (
            <Button
              key={text}
              variant="secondary"
              size="sm"
              aria-label={text}
              aria-pressed={reason === text}
              className="justify-start! text-left font-normal! aria-pressed:border-accent! aria-pressed:bg-accent-soft!"
              onClick={() => choose(text)}
            >
              <Kbd>{index + 1}</Kbd>
              <span>{text}</span>
            </Button>
          ))}
        </div>
        <TextArea
          ref={field}
          label="Reason"
          hint="The owner sees this next to their community and can edit and resubmit it."
          rows={3}
          maxLength={500}
          required
          error={isMissing ? 'Please enter a reason' : undefined}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setIsMissing(false)
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
