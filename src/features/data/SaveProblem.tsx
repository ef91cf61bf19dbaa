import { staleVersionCode } from '../../supabase/errors.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { NewerVersionButtons } from '../../ui/NewerVersionButtons.tsx'
import { useWrite, type WriteOptions } from './useWrite.ts'

type Props<Version> = {
  save: Pick<ReturnType<typeof useWrite>, 'problem' | 'error'>
  /** Whether a field shows why the save failed. */
  isInField: boolean
  /** Reads the newer version of another admin. */
  read: Omit<WriteOptions<void, Version>, 'showReasonIn'>
}

/** Why saving a form failed. If another admin has saved a newer version, a button loads it. */
export function SaveProblem<Version>({ save, isInField, read }: Props<Version>) {
  const reload = useWrite({ ...read, showReasonIn: 'dialog' })
  return (
    <>
      {save.problem && !isInField && (
        <Notice
          tone="danger"
          action={
            save.error?.code === staleVersionCode && (
              <NewerVersionButtons
                isPending={reload.isPending}
                onLoad={() => void reload.run()}
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
