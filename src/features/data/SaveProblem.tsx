import { staleVersionCode } from '../../supabase/errors.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { NewerVersionButtons } from '../../ui/NewerVersionButtons.tsx'
import type { useWrite } from './useWrite.ts'

type Write = Pick<ReturnType<typeof useWrite>, 'isPending' | 'problem' | 'error'>

type Props = {
  save: Write
  /** Whether a field shows why the save failed. */
  isInField: boolean
  /** Reads the newer version of another admin. */
  reload: Write
  /** Undefined if there is no version to load. */
  onLoad: (() => void) | undefined
}

/** Why saving a form failed. If another admin has saved a newer version, a button loads it. */
export function SaveProblem({ save, isInField, reload, onLoad }: Props) {
  return (
    <>
      {save.problem && !isInField && (
        <Notice
          tone="danger"
          action={
            save.error?.code === staleVersionCode && (
              <NewerVersionButtons
                isPending={reload.isPending}
                onLoad={onLoad ?? false}
                onSaveMine={false}
              />
            )
          }
        >
          {save.problem}
        </Notice>
      )}
      {reload.problem && <Notice tone="danger">{reload.problem}</Notice>}
    </>
  )
}
