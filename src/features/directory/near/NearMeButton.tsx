import { LocateFixed } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'

type Props = Omit<ComponentProps<typeof Button>, 'icon' | 'onClick'> & { onPress: () => void }

export function NearMeButton({ className, onPress, ...rest }: Props) {
  return (
    <Button
      variant="secondary"
      icon={LocateFixed}
      className={cx(
        'shrink-0 aria-[pressed=true]:border-accent! aria-[pressed=true]:bg-accent-soft! aria-[pressed=true]:text-accent-ink!',
        className,
      )}
      // The second click of a double-click would undo the first.
      onClick={({ detail }) => detail < 2 && onPress()}
      {...rest}
    >
      Near me
    </Button>
  )
}
