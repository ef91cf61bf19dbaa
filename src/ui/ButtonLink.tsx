import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './buttonClass.ts'
import { cx } from './cx.ts'

type Props = ComponentProps<'a'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
}

/** A plain anchor that looks like a button. Router links use `className={buttonClass(...)}`. */
export function ButtonLink({ variant, size, icon: Icon, className, children, ...rest }: Props) {
  return (
    <a {...rest} className={cx(buttonClass({ variant, size }), className)}>
      {Icon && <Icon aria-hidden="true" className="size-[1.125rem] shrink-0" />}
      {children}
    </a>
  )
}
