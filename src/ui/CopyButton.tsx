import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { SmallButton } from './Button.tsx'

type Props = {
  text: string
  /** What the text is, in a message. */
  name: 'code' | 'key' | 'link' | 'text'
  label?: string
}

/** Copies a text that is shown beside it. */
export function CopyButton({ text, name, label = 'Copy' }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <>
      <SmallButton icon={outcome === 'copied' ? Check : Copy} onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : label}
      </SmallButton>
      <p role="status" className="sr-only">
        {outcome === 'copied' && 'Copied'}
      </p>
      {outcome === 'failed' && (
        <p role="alert" className="w-full text-sm">
          {`Couldn't copy the ${name}. Select it, and copy it yourself.`}
        </p>
      )}
    </>
  )
}
