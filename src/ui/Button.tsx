import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './buttonClass.ts'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a spinner and ignores clicks; unlike `disabled` it keeps the focus where it is. */
  busy?: boolean
  icon?: LucideIcon
}

/** Without children it is a square icon button: give it an `aria-label`. */
export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  icon: Icon,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: Props) {
  const iconOnly = children === undefined || children === null
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Also stops the implicit submit of a form whose submit button is busy.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  const iconClass = size === 'sm' ? 'size-4 shrink-0' : 'size-[1.125rem] shrink-0'

  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={handleClick}
      className={cx(buttonClass({ variant, size, iconOnly }), busy && 'opacity-80', className)}
    >
      {busy ? (
        <Spinner className={iconClass} />
      ) : (
        Icon && <Icon aria-hidden="true" className={iconClass} />
      )}
      {children}
    </button>
  )
}
