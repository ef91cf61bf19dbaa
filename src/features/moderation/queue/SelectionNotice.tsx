import { SmallButton } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { formatCount } from '../../../ui/format.ts'
import type { Selection } from './selection.ts'

type Props = { selection: Selection; isListShown: boolean }

/** Reports what has left the selection. While the list is not shown, also how many communities are selected. */
export function SelectionNotice({ selection, isListShown }: Props) {
  const { count, left } = selection
  const { decided, apart, before } = left
  const were = (subset: number) => `${subset} of ${before} ${subset === 1 ? 'was' : 'were'}`
  return (
    <>
      {before > 0 && (
        <Notice
          tone="warning"
          action={<SmallButton onClick={selection.dismissLeft}>OK</SmallButton>}
        >
          {decided > 0 && <p>{`${were(decided)} decided by others`}</p>}
          {apart > 0 && (
            <p>{`${were(apart)} deselected: something new has to be decided one at a time`}</p>
          )}
        </Notice>
      )}
      {!isListShown && count > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <p role="status" className="font-semibold">
            {`${count} selected`}
          </p>
          <p className="text-ink-soft">Decide them in the list.</p>
          <SmallButton onClick={selection.clear}>Clear selection</SmallButton>
        </div>
      )}
    </>
  )
}

/** How many of the selected communities the list does not show. */
export function SelectedElsewhere({ selection: { countElsewhere } }: Pick<Props, 'selection'>) {
  if (countElsewhere === 0) return null
  return (
    <span className="text-sm text-ink-soft">
      {`${formatCount(countElsewhere)} not in this list`}
    </span>
  )
}
