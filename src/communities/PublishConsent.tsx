import { useId } from 'react'
import type { CommunityForm } from './useCommunityForm.ts'

/** WhatsApp asks that links meant to stay private are not put on public sites. */
export function PublishConsent({ form }: { form: CommunityForm }) {
  const id = useId()
  const error = form.formState.errors.may_publish?.message

  return (
    <div className="space-y-1.5 border-t border-line pt-5">
      <label className="flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-accent"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          {...form.register('may_publish')}
        />
        <span>
          I run this community, or its admins agreed, and its invite link may be published here.
        </span>
      </label>
      {error && (
        <p id={id} className="text-sm font-medium text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}
