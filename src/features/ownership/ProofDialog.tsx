import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { readProperty, readText } from '../../lib/read-property.ts'
import { callFunction } from '../../supabase/call-function.ts'
import { supabase } from '../../supabase/client.ts'
import type { Enums } from '../../supabase/database.types.ts'
import { hasErrorCode, toUserError, unwrap } from '../../supabase/errors.ts'
import { ownershipCodePeriod } from '../../supabase/rules/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState, Notice } from '../../ui/Feedback.tsx'
import { LoadingText, Skeleton } from '../../ui/Loading.tsx'
import { heldFields } from '../community/fields.ts'
import { useWrite } from '../data/useWrite.ts'

const states = ['live', 'dead', 'unknown'] as const satisfies Enums<'link_state'>[]
type LinkState = (typeof states)[number]

/**
 * Lets the server open the page of the invite link: the held one if the user manages the community and there is one. Reports
 * the state of the link, whether its group shows the user's code, the outcome for a held link ('' if there is none), and which
 * held fields went live, by name.
 *
 * @throws when the response has no known state
 */
export async function requestLinkCheck(communityId: string) {
  const { data } = await callFunction('admin/check-own-link', { body: { community: communityId } })
  const state = states.find((one) => one === readText(data, 'state'))
  if (!state) throw new Error('The response has no link state')
  const isProved = readProperty(data, 'is_proved') === true
  const fields = readProperty(data, 'published')
  const published = Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : []
  return {
    state,
    isProved,
    outcome: readText(data, 'outcome'),
    published: heldFields({
      held_changes: Object.fromEntries(published.map((name) => [name, true])),
    }),
  }
}

export type CheckedLink = Awaited<ReturnType<typeof requestLinkCheck>>

/** The user's code for a community. The database returns the same code until shortly before it ends, or is used. */
function ownershipCode(communityId: string) {
  return queryOptions({
    queryKey: ['ownership code', communityId],
    queryFn: async ({ signal }) => {
      const code = supabase.rpc('get_ownership_code', { community_id: communityId })
      return unwrap(await code.abortSignal(signal))
    },
    // A dialog that opens later requests it again. One that is open keeps it, also after it has been used.
    gcTime: 0,
    staleTime: Infinity,
    // The dialog has a retry button, and the limit of codes does not pass within seconds.
    retry: false,
  })
}

type Props = {
  community: { id: string; name: string }
  title: string
  /** What to do about a group without the code, and about a dead link. */
  advice: Record<'live' | 'dead', string>
  introduction?: ReactElement
  /** The toast if the check fails. */
  failure: string
  /** Reloads what the proof changes. Also after an error: the proof may be stored although the response was lost. */
  onChecked: () => unknown
  /**
   * Returns what is shown in place of the steps, given the last result: `success` once the community is proved, or
   * `instead` while nothing can be proved.
   */
  describe: (result: CheckedLink | null) => {
    success: ReactElement | null
    instead: ReactElement | null
  }
  onClose: () => void
}

/**
 * Shows the code with which a user proves that they manage a group, and checks whether the group has it: for an owner,
 * and for a user who claims the community of another owner.
 */
export function ProofDialog({
  community,
  title,
  advice,
  introduction,
  failure,
  onChecked,
  describe,
  onClose,
}: Props) {
  const [result, setResult] = useState<CheckedLink | null>(null)
  const check = useWrite({
    write: () => requestLinkCheck(community.id),
    failure,
    showReasonIn: 'dialog',
    onMutate: () => setResult(null),
    onSuccess: setResult,
    onSettled: onChecked,
  })
  const { success, instead } = describe(result)
  const canProve = !success && !instead
  const code = useQuery({ ...ownershipCode(community.id), enabled: canProve })

  return (
    <Dialog
      onClose={onClose}
      title={title}
      subject={community.name}
      footer={
        <>
          <Button variant={success ? 'primary' : 'secondary'} onClick={onClose}>
            {success ? 'Done' : 'Close'}
          </Button>
          {canProve && code.data && (
            <Button isPending={check.isPending} onClick={() => void check.run()}>
              Check
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4">
        {instead}
        {canProve && introduction}
        {canProve && <ProofSteps code={code} />}
        {/* Always there, so that screen readers announce what appears in it. */}
        <div role="status" className="text-sm">
          {check.isPending && !success && (!result || result.isProved) && (
            <p ref={scrollIntoView}>Looking at the group's page on WhatsApp...</p>
          )}
          {success && (
            <div
              ref={scrollIntoView}
              className="rounded-xl bg-success-soft px-4 py-3 text-success-ink"
            >
              {success}
            </div>
          )}
        </div>
        {check.problem && !success && (
          <p
            ref={scrollIntoView}
            role="alert"
            className="rounded-xl bg-danger-soft px-4 py-3 text-sm text-danger-ink"
          >
            {check.problem}
          </p>
        )}
        {canProve && result && !result.isProved && (
          <div ref={scrollIntoView}>
            <Notice tone="warning" title={problems[result.state]}>
              {result.state === 'unknown'
                ? 'Your code is still valid. Try again in a few minutes.'
                : advice[result.state]}
            </Notice>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** For what appears after a click and may be outside the window, such as a result at the end of the dialog. */
const scrollIntoView = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

const problems: Record<LinkState, string> = {
  live: "We couldn't find your code",
  dead: "The invite link doesn't work",
  unknown: 'WhatsApp did not answer',
}

type StepsProps = {
  code: {
    data: string | undefined
    isError: boolean
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
}

/** The user's code for a community, and how to use it. */
function ProofSteps({ code }: StepsProps) {
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
