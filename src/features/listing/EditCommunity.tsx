import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { lazyDialog } from '../../ui/lazy.tsx'
import { type Community, communityColumns, communityGone } from '../community/fields.ts'
import { isUuid } from '../../lib/uuid.ts'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import type { Role } from '../community/vocabulary.ts'

// Loaded on demand: keeps the form, its rules and the image code out of a screen's first load.
const CommunityDialog = lazyDialog(
  async () => (await import('./CommunityDialog.tsx')).CommunityDialog,
  { title: 'Edit Community', size: 'xl' },
)

export const preloadEditCommunity = CommunityDialog.preload

type Props = {
  /** The communities that the screen has loaded: the dialog opens immediately for them. */
  loaded: readonly Community[] | undefined
  role: Role
  onSaved: () => void
}

/** The dialog for the community in `?edit=<id>`. Call `useDialogInUrl('edit').open(id)` to open it. */
export function EditCommunity({ loaded, ...events }: Props) {
  const { value: id, close } = useDialogInUrl('edit')
  if (!id) return null
  const row = loaded?.find((community) => community.id === id)
  return <EditById key={id} id={id} row={row} onClose={close} {...events} />
}

type ByIdProps = Omit<Props, 'loaded'> & {
  id: string
  row: Community | undefined
  onClose: () => void
}

function EditById({ id, row, role, onClose, onSaved }: ByIdProps) {
  // The version at opening: the form must not change when the list refetches.
  const [community, setCommunity] = useState(row ?? null)
  const { data } = useQuery({
    queryKey: ['communities', 'to edit', id],
    enabled: community === null,
    gcTime: 0,
    queryFn: async () => {
      // The URL was edited by hand.
      if (!isUuid(id)) return null
      return unwrap(
        await supabase.from('communities').select(communityColumns).eq('id', id).maybeSingle(),
      )
    },
    meta: { failure: 'Error loading communities' },
  })
  const found = row ?? data
  if (community === null && found) setCommunity(found)

  const isUnknown = community === null && found === null
  const closeWithError = useEffectEvent(() => {
    toast.error(communityGone)
    onClose()
  })
  useEffect(() => {
    if (isUnknown) closeWithError()
  }, [isUnknown])

  return (
    community && (
      <CommunityDialog community={community} role={role} onClose={onClose} onSaved={onSaved} />
    )
  )
}
