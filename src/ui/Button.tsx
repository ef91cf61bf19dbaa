import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './Loading.tsx'

const base =
  'inline-flex items-center justify-center gap-2 rounded-lg border font-semibold text-center ' +
  'wrap-break-word no-underline transition-colors duration-150 select-none ' +
  'disabled:cursor-not-allowed disabled:opacity-55 ' +
  'aria-disabled:cursor-not-allowed'

const variants = {
  primary:
    'border-transparent bg-accent text-accent-on not-disabled:not-aria-disabled:hover:bg-accent-hover',
  secondary:
    'border-line-strong bg-surface text-ink not-disabled:not-aria-disabled:hover:bg-sunken',
  ghost:
    'border-transparent bg-transparent text-ink not-disabled:not-aria-disabled:hover:bg-sunken',
  danger:
    'border-transparent bg-danger text-danger-on not-disabled:not-aria-disabled:hover:bg-danger-hover',
}

const sizes = {
  sm: 'min-h-8 px-2.5 py-1 text-sm',
  md: 'min-h-10 px-4 py-2 text-[0.9375rem]',
}

const squares = {
  sm: 'size-8 shrink-0 text-sm',
  md: 'size-10 shrink-0 text-[0.9375rem]',
}

type Look = { variant?: keyof typeof variants; size?: keyof typeof sizes; iconOnly?: boolean }

/** For a link or a file label. */
export function buttonClass({ variant = 'primary', size = 'md', iconOnly = false }: Look = {}) {
  return `${base} ${variants[variant]} ${iconOnly ? squares[size] : sizes[size]}`
}

type Props = ComponentProps<'button'> &
  Omit<Look, 'iconOnly'> & {
    /** Shows a spinner and ignores clicks. Unlike `disabled`, it keeps the focus. */
    isPending?: boolean
    icon?: LucideIcon
  }

/** Without children it is a square icon button, which needs an `aria-label`: also its tooltip. */
export function Button({
  variant = 'primary',
  size = 'md',
  isPending = false,
  icon: Icon,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: Props) {
  const iconOnly = children === undefined || children === null
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Also prevents Enter from submitting the form while its submit button is pending.
    if (isPending) event.preventDefault()
    else onClick?.(event)
  }
  const iconClass = size === 'sm' ? 'size-4 shrink-0' : 'size-[1.125rem] shrink-0'

  return (
    <button
      {...rest}
      type={type}
      title={rest.title ?? (iconOnly ? rest['aria-label'] : undefined)}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={handleClick}
      className={cx(buttonClass({ variant, size, iconOnly }), isPending && 'opacity-80', className)}
    >
      {isPending ? (
        <Spinner className={iconClass} />
      ) : (
        Icon && <Icon aria-hidden="true" className={iconClass} />
      )}
      {/* Without a box, so that the children are still aligned by the button. */}
      <span className="contents">{children}</span>
    </button>
  )
}

/** For less important actions, and actions of a notice. */
export function SmallButton(props: Omit<Props, 'variant' | 'size'>) {
  return <Button variant="secondary" size="sm" {...props} />
}

/** For actions that should not stand out, and icons alone. */
export function GhostButton(props: Omit<Props, 'variant' | 'size'>) {
  return <Button variant="ghost" size="sm" {...props} />
}
