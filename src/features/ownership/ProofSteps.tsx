import { useQuery } from '@tanstack/react-query'
import { hasErrorCode, toUserError } from '../../supabase/errors.ts'
import { ownershipCodePeriod } from '../../supabase/rules/limits.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ErrorState, Notice } from '../../ui/Feedback.tsx'
import { LoadingText, Skeleton } from '../../ui/Loading.tsx'
import { ownershipCode } from './proof.ts'

/** The user's code for a community, and how to use it. */
export function ProofSteps({ communityId }: { communityId: string }) {
  const code = useQuery(ownershipCode(communityId))

  if (code.isError) {
    const { message } = toUserError(code.error)
    // A retry cannot help.
    const isFinal = ['PT403', 'PT409', 'PT410', 'PT429'].some((one) =>
      hasErrorCode(code.error, one),
    )
    if (isFinal) return <Notice tone="warning">{message}</Notice>
    return <ErrorState title="Couldn't load your code" query={code} hasAdvice />
  }
  return (
    <ol className="list-decimal space-y-3 pl-5 marker:font-semibold">
      <li className="pl-1">
        <p>Copy your code:</p>
        <div className="mt-2 flex min-h-10 flex-wrap items-center gap-3">
          {code.data ? (
            <>
              <strong
                translate="no"
                className="rounded-lg bg-sunken px-3 py-1.5 font-mono text-xl tracking-wider select-all"
              >
                {code.data}
              </strong>
              <CopyButton text={code.data} name="code" label="Copy code" />
            </>
          ) : (
            <>
              <LoadingText />
              <Skeleton className="h-10 w-36" />
            </>
          )}
        </div>
      </li>
      <li className="pl-1">
        In WhatsApp, add it to the name or the description of the group, for example at the end.
      </li>
      <li className="pl-1">
        {`Come back and press 'Check'. You can close this and do it later: the code works once, within ${ownershipCodePeriod}.`}
      </li>
    </ol>
  )
}
