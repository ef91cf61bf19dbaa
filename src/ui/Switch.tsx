import { useId } from 'react'

type Props = {
  label: string
  hint: string
  isOn: boolean
  isPending?: boolean
  onChange: (isOn: boolean) => void
}

/** A setting that takes effect at once, unlike a checkbox in a form. */
export function Switch({ label, hint, isOn, isPending = false, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex items-start gap-3 text-sm">
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-busy={isPending}
        aria-checked={isOn}
        aria-describedby={`${id}-hint`}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
        // In forced colors, the browser's checkbox: the system removes our background.
        className="flex h-6 w-10 shrink-0 appearance-none items-center rounded-full border border-line-strong bg-sunken px-0.5 transition-colors before:size-4.5 before:rounded-full before:bg-line-strong before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-accent-on rtl:checked:before:-translate-x-4 disabled:opacity-55 forced-colors:appearance-auto forced-colors:before:hidden"
      />
      <div className="min-w-0">
        <label
          htmlFor={id}
          className="block font-semibold pointer-coarse:-my-2.5 pointer-coarse:py-2.5"
        >
          {label}
        </label>
        <p id={`${id}-hint`} className="text-ink-soft">
          {hint}
        </p>
      </div>
    </div>
  )
}
