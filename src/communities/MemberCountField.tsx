import { useWatch } from 'react-hook-form'
import { TextField } from '../ui/Field.tsx'
import { toCount } from './community-schema.ts'
import type { CommunityForm } from './useCommunityForm.ts'

/** WhatsApp's largest communities; published figures differ, so this only ever warns. */
const unlikelyCount = 5000

export function MemberCountField({ form }: { form: CommunityForm }) {
  const [count, link] = useWatch({ control: form.control, name: ['member_count', 'whatsapp_link'] })
  const isChannel = link.includes('/channel/')
  const isUnlikely = !isChannel && toCount(count) > unlikelyCount

  return (
    <TextField
      label="Current Member Count"
      type="number"
      inputMode="numeric"
      min={0}
      step={1}
      required
      hint={
        isUnlikely && (
          <span className="font-medium text-warning-ink">
            A group holds 1,024 people and a community about 5,000. Is this number right?
          </span>
        )
      }
      error={form.formState.errors.member_count?.message}
      {...form.register('member_count', {
        onBlur: () => {
          const typed = form.getValues('member_count')
          const counted = String(toCount(typed))
          if (counted !== typed) form.setValue('member_count', counted)
        },
      })}
    />
  )
}
