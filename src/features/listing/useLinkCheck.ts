import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cleanLine } from '../../lib/clean-text.ts'
import { readText } from '../../lib/read-property.ts'
import { callFunction } from '../../supabase/call-function.ts'
import { supabase } from '../../supabase/client.ts'
import { maxCommunityName } from '../../supabase/rules/limits.ts'
import type { CommunityFormState } from './useCommunityForm.ts'
import { parseWhatsAppLink } from './whatsapp-link.ts'

type Group = { state: 'live'; name: string } | { state: 'dead' | 'unknown' }

/** The group that a link leads to. Unknown after any failure: the form continues without it. */
const groupOf = (link: string) =>
  queryOptions({
    queryKey: ['group of a link', link],
    queryFn: async (): Promise<Group> => {
      const request = callFunction('admin/check-new-link', { body: { link }, timeout: 6000 })
      const data = (await request.catch(() => null))?.data
      const name = cleanLine(readText(data, 'group_name'))
      const state = readText(data, 'state')
      if (state === 'live' && name) return { state, name }
      return { state: state === 'dead' ? 'dead' : 'unknown' }
    },
    // The database limits the checks.
    staleTime: Infinity,
    retry: false,
  })

export type LinkCheck = ReturnType<typeof useLinkCheck>

/**
 * Checks the WhatsApp link of the form: whether it is valid and not listed yet, and for a new community which group it
 * leads to. Offers the name of that group as the name of the community.
 */
export function useLinkCheck({ id, form }: CommunityFormState, isNew: boolean) {
  const queries = useQueryClient()
  const [warning, setWarning] = useState('')
  const [shown, setShown] = useState<{ link: string; group: Group | null } | null>(null)
  const offered = useRef({ link: '', name: '' })

  const offerName = (link: string, name: string) => {
    if (offered.current.link === link) return
    const current = form.getValues('name')
    const isReplaceable = current === '' || current === offered.current.name
    const offer = Array.from(name).slice(0, maxCommunityName).join('')
    offered.current = { link, name: offer }
    if (!isReplaceable) return
    form.setValue('name', offer, { shouldDirty: true, shouldValidate: true })
    // The owner may be about to type another name, which must replace this one instead of continuing it.
    if (document.activeElement?.getAttribute('name') === 'name') {
      form.setFocus('name', { shouldSelect: true })
    }
  }

  /**
   * Converts the link to its stored form and checks it. Resolves to false if the user should look at it first: it is
   * listed, or it is only now known to lead to no group.
   */
  const check = async (): Promise<boolean> => {
    const input = form.getValues('whatsapp_link')
    if (cleanLine(input) === '') return true
    const result = parseWhatsAppLink(input)
    setWarning(result.ok ? (result.warning ?? '') : '')
    const link = result.ok ? result.link : input
    form.setValue('whatsapp_link', link, { shouldDirty: true, shouldValidate: true })
    if (!result.ok) return true
    const isCurrent = () => form.getValues('whatsapp_link') === link

    // A failed check is ignored: the database checks again on saving.
    const { data: isListed } = await supabase.rpc('is_whatsapp_link_listed', {
      link,
      except_id: id,
    })
    if (isListed === true && isCurrent()) {
      const message = 'This WhatsApp link is already listed in the directory.'
      form.setError('whatsapp_link', { type: 'listed', message }, { shouldFocus: false })
      return false
    }
    if (!isNew || !isCurrent()) return true
    const wasShown = shown?.link === link && shown.group !== null
    if (!wasShown) setShown({ link, group: null })
    const group = await queries.fetchQuery(groupOf(link))
    if (!isCurrent()) return false
    setShown({ link, group })
    if (group.state === 'live') offerName(link, group.name)
    return group.state !== 'dead' || wasShown
  }

  return { check, warning, shown }
}
