import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { toast } from 'react-hot-toast'
import { supabase } from '../supabase/client.ts'
import type { CommunityInput } from './community-schema.ts'
import type { KnownGroups } from './save-groups.ts'
import type { CommunityForm } from './useCommunityForm.ts'

type Options = {
  form: CommunityForm
  /** Null for a community that is not stored yet. */
  communityId: string | null
  markSaved: (values: Pick<CommunityInput, 'groups'>) => void
}

/** The groups in the form: loaded once, added on saving, deleted at once. */
export function useGroups({ form, communityId, markSaved }: Options) {
  const { fields, append, remove, replace } = useFieldArray({
    control: form.control,
    name: 'groups',
    keyName: 'key',
  })
  const known = useRef<KnownGroups>(new Map())
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set())

  const loaded = useQuery({
    queryKey: ['community_groups', communityId],
    enabled: communityId !== null,
    // Loaded afresh for each dialog, and never again behind what is being typed.
    gcTime: 0,
    staleTime: Infinity,
    retry: 1,
    retryDelay: 500,
    refetchOnReconnect: false,
    queryFn: async () => {
      const { data } = await supabase
        .from('community_groups')
        .select('id, name, description')
        .eq('community_id', communityId ?? '')
        .order('name')
        .throwOnError()
      return data
    },
  })

  const apply = useRef<(groups: CommunityInput['groups']) => void>(() => {})
  useEffect(() => {
    apply.current = (groups) => {
      known.current = new Map(groups.map(({ id, name }) => [id, name]))
      replace(groups)
      markSaved({ groups })
    }
  })
  useEffect(() => {
    if (loaded.data) apply.current(loaded.data)
  }, [loaded.data])
  useEffect(() => {
    if (loaded.errorUpdatedAt > 0) toast.error('Failed to load groups')
  }, [loaded.errorUpdatedAt])

  const leaveOut = (id: string) =>
    remove(form.getValues('groups').findIndex((group) => group.id === id))

  /** Shows what is stored now, even where it is what was loaded before. */
  const reload = async () => {
    const { data } = await loaded.refetch()
    if (data) apply.current(data)
  }

  /** Resolves to whether the group is gone. */
  const deleteGroup = async (id: string): Promise<boolean> => {
    if (known.current.has(id)) {
      setDeleting((ids) => new Set(ids).add(id))
      const { error } = await supabase.from('community_groups').delete().eq('id', id)
      setDeleting((ids) => new Set([...ids].filter((other) => other !== id)))
      if (error) {
        toast.error('Failed to delete group')
        return false
      }
      known.current.delete(id)
      markSaved({ groups: [...known.current].map(([key, name]) => toGroup(key, name)) })
    }
    leaveOut(id)
    return true
  }

  return {
    fields,
    deleting,
    known,
    isLoading: communityId !== null && loaded.isPending,
    failed: loaded.isError,
    retrying: loaded.isFetching,
    reload,
    add: () => append(toGroup(crypto.randomUUID(), '')),
    deleteGroup,
  }
}

export type Groups = ReturnType<typeof useGroups>

const toGroup = (id: string, name: string) => ({ id, name, description: '' })
