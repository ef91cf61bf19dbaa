import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from 'react-hot-toast'
import { supabase } from '../../supabase/client.ts'
import { hasErrorCode, unwrap } from '../../supabase/errors.ts'
import { onDemandDialog } from '../../ui/loadOnDemand.tsx'
import { type Community, communityColumns, communityGone } from '../fields.ts'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import type { Role } from '../vocabulary.ts'

// The form, its rules, what saves it and the image code are no part of a screen's first load.
const CommunityDialog = onDemandDialog(
  async () => (await import('./CommunityDialog.tsx')).CommunityDialog,
  { title: 'Edit Community', size: 'xl' },
)

type Props = {
  /** What the screen has loaded: the dialog opens at once for these. Any other is read first. */
  known: readonly Community[] | undefined
  role: Role
  onSaved: () => void
}

/**
 * The dialog for the community that `?edit=<id>` names. A screen renders it once, always; whatever is
 * to open it calls `useDialogInUrl('edit').open(id)`.
 */
export function EditCommunity({ known, ...events }: Props) {
  const { value: id, close } = useDialogInUrl('edit')
  if (!id) return null
  const row = known?.find((community) => community.id === id)
  return <EditById key={id} id={id} row={row} onClose={close} {...events} />
}

type ByIdProps = Omit<Props, 'known'> & {
  id: string
  row: Community | undefined
  onClose: () => void
}

function EditById({ id, row, role, onClose, onSaved }: ByIdProps) {
  // The version that was opened: what a list loads later must not replace it under the form.
  const [community, setCommunity] = useState(row ?? null)
  const { data } = useQuery({
    queryKey: ['communities', 'to edit', id],
    enabled: community === null,
    gcTime: 0,
    queryFn: async () => {
      const response = await supabase
        .from('communities')
        .select(communityColumns)
        .eq('id', id)
        .maybeSingle()
      // No id at all, somebody typed it.
      return hasErrorCode(response.error, '22P02') ? null : unwrap(response)
    },
    meta: { failure: 'Error loading communities' },
  })
  const found = row ?? data
  if (community === null && found) setCommunity(found)

  const isUnknown = community === null && found === null
  const giveUp = useEffectEvent(() => {
    toast.error(communityGone)
    onClose()
  })
  useEffect(() => {
    if (isUnknown) giveUp()
  }, [isUnknown])

  return (
    community && (
      <CommunityDialog community={community} role={role} onClose={onClose} onSaved={onSaved} />
    )
  )
}
