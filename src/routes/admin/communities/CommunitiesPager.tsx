import { useQuery } from '@tanstack/react-query'
import { Pager } from '../../../ui/Pager.tsx'
import type { CommunitiesView } from '../admin-view.ts'
import { pageSize } from '../page-size.ts'
import { communityCounts } from './community-queries.ts'

type Props = { view: CommunitiesView; onShow: (view: CommunitiesView) => void }

export function CommunitiesPager({ view, onShow }: Props) {
  const counts = useQuery(communityCounts(view)).data

  return (
    <Pager
      label="Pages of communities"
      page={view.page}
      pageSize={pageSize}
      total={counts?.[view.status ?? 'all'] ?? 0}
      onPageChange={(page) => onShow({ ...view, page })}
    />
  )
}
