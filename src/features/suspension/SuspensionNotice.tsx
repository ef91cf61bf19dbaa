import { brand } from '../../app/brand.ts'
import { isolate } from '../../lib/isolate.ts'
import { useSuspension } from './suspension.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { formatMoment } from '../../ui/format.ts'

/** Tells a suspended user why, until when, and what they can still do. */
export function SuspensionNotice({ userId }: { userId: string }) {
  const suspension = useSuspension(userId)
  if (!suspension) return null
  const { reason, until } = suspension

  return (
    <Notice
      tone="danger"
      title={`Your account is suspended${until ? ` until ${formatMoment(until)}` : ''}`}
    >
      <div className="space-y-2">
        <p className="wrap-anywhere whitespace-pre-line">{`Reason: ${isolate(reason)}`}</p>
        <p>
          Your communities aren't in the directory, and you can't add or change anything. You can
          still change how you sign in, download your data and delete your account.
        </p>
        <p>
          <span>If you think that this is a mistake, write to </span>
          <a
            translate="no"
            className="font-semibold underline underline-offset-4"
            href={`mailto:${brand.contactEmail}`}
          >
            {brand.contactEmail}
          </a>
        </p>
      </div>
    </Notice>
  )
}
