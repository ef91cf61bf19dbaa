import { Differences } from '../../../communities/Differences.tsx'
import type { Difference } from '../../../communities/differences.ts'
import { isObject } from '../../../communities/community.ts'
import type { Json } from '../../../supabase/database.types.ts'

type Props = { rejected: Json; differences: readonly Difference[] }

/** Why a resubmitted community was rejected, and what its owner changed since. */
export function EarlierRejection({ rejected, differences }: Props) {
  const reason = isObject(rejected) ? rejected['rejection_reason'] : undefined
  return (
    <section
      aria-label="Changed since it was rejected"
      className="rounded-xl bg-warning-soft/50 px-4 py-3 text-sm"
    >
      {typeof reason === 'string' && reason && (
        <p className="mb-2 break-words">
          <span className="font-semibold">It was rejected:</span> {reason}
        </p>
      )}
      {differences.length > 0 ? (
        <>
          <p className="font-semibold">Changed since it was rejected</p>
          <Differences differences={differences} captions={['Rejected', 'Resubmitted']} />
        </>
      ) : (
        <p className="font-semibold">Nothing was changed since it was rejected.</p>
      )}
    </section>
  )
}
