import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { type Button, buttonClass } from './Button.tsx'
import { cx } from './cx.ts'

type Props = ComponentProps<typeof Link> &
  Pick<ComponentProps<typeof Button>, 'variant'> & { icon?: LucideIcon }

/** A link that looks like a small button. Without children it is a square, which needs an `aria-label`: also its tooltip. */
export function LinkButton({
  variant = 'secondary',
  icon: Icon,
  className,
  children,
  ...link
}: Props) {
  const iconOnly = children === undefined
  const look = buttonClass({ variant, size: 'sm', iconOnly })
  return (
    <Link
      {...link}
      title={link.title ?? (iconOnly ? link['aria-label'] : undefined)}
      className={cx(look, className)}
    >
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
      {children !== undefined && <span className="contents">{children}</span>}
    </Link>
  )
}
