import { useQuery } from '@tanstack/react-query'
import { UserRound, X } from 'lucide-react'
import { supabase } from '../../../supabase/client.ts'
import { Button } from '../../../ui/Button.tsx'

type Props = { ownerId: string; onRemove: () => void }

/** Says whose communities alone are shown. */
export function OwnerFilter({ ownerId, onRemove }: Props) {
  const owner = useQuery({
    queryKey: ['admin', 'owner', ownerId],
    queryFn: async () => {
      const { data } = await supabase
        .from('profiles')
        .select('name')
        .eq('id', ownerId)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
  const name = owner.data ? owner.data.name : owner.isPending ? '...' : 'somebody who is gone'

  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-full bg-accent-soft py-0.5 pr-1 pl-3 text-sm font-semibold text-accent-ink">
      <UserRound aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">Communities of {name}</span>
      <Button
        variant="ghost"
        size="sm"
        icon={X}
        aria-label="Show the communities of everyone"
        className="size-7! rounded-full!"
        onClick={onRemove}
      />
    </span>
  )
}
