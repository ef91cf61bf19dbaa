import { Bookmark } from 'lucide-react'
import { isolate } from '../../../lib/isolate.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'

export type SaveButtonProps = {
  community: { id: string; name: string }
  /** On an image: a round button with only an icon. */
  isIconOnly?: boolean
}

type Props = SaveButtonProps & {
  isSaved: boolean
  /** Why the user cannot change it. */
  disabledReason?: string | undefined
  onClick: () => void
}

export function SaveToggle({
  community,
  isIconOnly = false,
  isSaved,
  disabledReason,
  onClick,
}: Props) {
  return (
    <Button
      variant="secondary"
      size={isIconOnly ? 'md' : 'sm'}
      aria-pressed={isSaved}
      aria-label={`Save ${isolate(community.name)}`}
      disabled={Boolean(disabledReason)}
      title={disabledReason}
      // A double click would save and remove.
      onClick={({ detail }) => detail < 2 && onClick()}
      className={cx(
        'noscript:hidden print:hidden',
        isIconOnly ? 'size-10 rounded-full! p-0!' : 'px-2!',
      )}
    >
      <Bookmark
        aria-hidden="true"
        className={cx(
          isIconOnly ? 'size-[1.125rem]' : 'size-4',
          isSaved && 'fill-current text-accent',
        )}
      />
      {!isIconOnly && <span>Save</span>}
    </Button>
  )
}
