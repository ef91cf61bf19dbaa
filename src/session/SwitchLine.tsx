import { Button } from '../ui/Button.tsx'

type Props = { question?: string; action: string; onClick: () => void }

/** The way to another view, below a form: 'New here? Create an account'. */
export function SwitchLine({ question, action, onClick }: Props) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1 text-sm text-ink-soft">
      {question}
      <Button variant="ghost" size="sm" onClick={onClick} className="underline">
        {action}
      </Button>
    </p>
  )
}
