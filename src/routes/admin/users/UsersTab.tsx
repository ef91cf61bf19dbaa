import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { type UsersView, userSorts } from '../admin-view.ts'
import { StaleNotice } from '../../../ui/StaleNotice.tsx'
import { ExportButton } from '../export/ExportButton.tsx'
import { HistoryOnDemand } from '../history/HistoryOnDemand.ts'
import { LoadState } from '../LoadState.tsx'
import { pageSize } from '../page-size.ts'
import { type SortChoice, SortField } from '../ListParts.tsx'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { type AdminUser, usersPage } from './user-queries.ts'
import { UserDialog } from './UserDialog.tsx'
import { type UserTask, UserTable } from './UserTable.tsx'

type Props = {
  view: UsersView
  onShow: (view: UsersView) => void
  onRefine: (view: UsersView) => void
}

const letters = { ascending: 'A to Z', descending: 'Z to A' }
const sorts: SortChoice<UsersView['sort']>[] = [
  { by: 'joined', label: 'Joined', ascending: 'oldest first', descending: 'newest first' },
  { by: 'name', label: 'Name', ...letters },
  { by: 'email', label: 'Email', ...letters },
  { by: 'role', label: 'Role', ascending: 'users first', descending: 'admins first' },
  { by: 'credits', label: 'Credits', ascending: 'fewest first', descending: 'most first' },
]

/** Every user, a page at a time; the server searches, sorts and counts. */
export function UsersTab({ view, onShow, onRefine }: Props) {
  const [task, setTask] = useState<{ user: AdminUser; kind: UserTask } | null>(null)
  const queries = useQueryClient()
  const users = useQuery(usersPage(view))
  const { rows, total } = users.data ?? { rows: [], total: 0 }

  const close = () => setTask(null)
  const finish = () => {
    close()
    // A deleted user takes their communities along.
    void queries.invalidateQueries({ queryKey: ['admin'] })
  }
  const sortBy = (by: string) => {
    const sort = userSorts.find((one) => one === by) ?? 'joined'
    const descending = sort === view.sort ? !view.descending : sort === 'joined'
    onShow({ ...view, sort, descending, page: 1 })
  }

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-56 flex-1">
          <SearchField
            label="Search name or email"
            value={view.search}
            onSearch={(search) => onRefine({ ...view, search, page: 1 })}
          />
        </div>
        <SortField
          className="lg:hidden"
          choices={sorts}
          value={{ by: view.sort, descending: view.descending }}
          onChange={(sort, descending) => onShow({ ...view, sort, descending, page: 1 })}
        />
        <ExportButton kind="users" view={view} total={users.data?.total} />
      </div>
      <StaleNotice query={users} />
      {!users.data ? (
        <LoadState query={users} failure={failureMessage('Failed to fetch users', users.error)} />
      ) : rows.length > 0 ? (
        <UserTable
          rows={rows}
          stale={users.isPlaceholderData}
          sort={{ by: view.sort, descending: view.descending }}
          onSort={sortBy}
          onTask={(user, kind) => setTask({ user, kind })}
        />
      ) : (
        <EmptyState
          title={total > 0 ? 'There is no such page' : 'Nobody matches'}
          icon={SearchX}
          action={
            <Button
              variant="secondary"
              onClick={() => onShow({ ...view, search: total > 0 ? view.search : '', page: 1 })}
            >
              {total > 0 ? 'First page' : 'Show everyone'}
            </Button>
          }
        />
      )}
      <Pager
        label="Pages of users"
        page={view.page}
        pageSize={pageSize}
        total={total}
        onPageChange={(page) => onShow({ ...view, page })}
      />
      {task?.kind === 'show' && <UserDialog user={task.user} onClose={close} onSaved={finish} />}
      {task?.kind === 'delete' && (
        <DeleteUserDialog user={task.user} onClose={close} onDeleted={finish} />
      )}
      {task?.kind === 'history' && (
        <HistoryOnDemand
          subject={{ kind: 'user', id: task.user.id, name: task.user.name }}
          onClose={close}
        />
      )}
    </div>
  )
}
