import { useState } from 'react'
import { supabase } from '../supabase/client.ts'
import { TextField } from '../ui/Field.tsx'
import { linkIsListed } from './save-problem.ts'
import type { CommunityForm } from './useCommunityForm.ts'
import { parseWhatsAppLink } from './whatsapp-link.ts'

type Props = { form: CommunityForm; communityId: string }

/** Brings a pasted link into its one form on leaving the field, and asks whether it is taken. */
export function WhatsAppLinkField({ form, communityId }: Props) {
  const [warning, setWarning] = useState('')

  const check = async () => {
    const typed = form.getValues('whatsapp_link')
    if (typed.trim() === '') return
    const result = parseWhatsAppLink(typed)
    setWarning(result.ok ? (result.warning ?? '') : '')
    if (!result.ok) {
      form.setError('whatsapp_link', { type: 'format', message: result.message })
      return
    }
    const { link } = result
    if (link !== typed) form.setValue('whatsapp_link', link, { shouldDirty: true })
    form.clearErrors('whatsapp_link')
    // The database has the last word when saving, so a failed question is no obstacle.
    const { data: isListed } = await supabase.rpc('is_whatsapp_link_listed', {
      link,
      except_id: communityId,
    })
    if (isListed === true && form.getValues('whatsapp_link') === link) {
      form.setError('whatsapp_link', { type: 'listed', message: linkIsListed })
    }
  }

  return (
    <TextField
      label="WhatsApp Link"
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      required
      placeholder="https://chat.whatsapp.com/..."
      hint={
        warning ? (
          <span className="font-medium text-warning-ink">{warning}</span>
        ) : (
          'The invite link of a group, a community or a channel, however you copied it.'
        )
      }
      error={form.formState.errors.whatsapp_link?.message}
      {...form.register('whatsapp_link', { onBlur: () => void check() })}
    />
  )
}
