import { useWatch } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { savedValue } from './community-schema.ts'
import type { CommunityFormMethods } from './useDraftedForm.ts'
import type { SaveProblem } from './useSaveCommunity.ts'

type Props = {
  problem: SaveProblem
  isPending: boolean
  form: CommunityFormMethods
  onLoadCurrent: () => void
  onSaveMine: () => void
  onSubmitAsAnother: () => void
}

/**
 * Shows why the save failed, and how to continue; only to screen readers if the field shows the reason. They also need
 * `failure` here, because they cannot reach the toast behind the dialog.
 */
export function SaveProblemNotice({
  problem: { failure, reason, isStale, submitted, isAtField },
  isPending,
  form,
  onLoadCurrent,
  onSaveMine,
  onSubmitAsAnother,
}: Props) {
  const link = savedValue(
    'whatsapp_link',
    useWatch({ control: form.control, name: 'whatsapp_link' }),
  )
  const isSameLink = submitted?.whatsapp_link === link
  return (
    <Notice tone="danger" className={isAtField ? 'sr-only' : 'basis-full'}>
      <p>
        <span className="sr-only">{`${failure}: `}</span>
        <span>{reason}</span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {isStale && (
          <Button variant="secondary" size="sm" isPending={isPending} onClick={onLoadCurrent}>
            Load current version
          </Button>
        )}
        {(isStale || (submitted && isSameLink)) && (
          <Button variant="secondary" size="sm" isPending={isPending} onClick={onSaveMine}>
            Save mine instead
          </Button>
        )}
        {submitted && !isSameLink && (
          <Button variant="secondary" size="sm" isPending={isPending} onClick={onSubmitAsAnother}>
            Submit as another community
          </Button>
        )}
      </div>
    </Notice>
  )
}
