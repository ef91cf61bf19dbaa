import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { failureMessage } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState, StaleNotice } from '../../../ui/Feedback.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { type UsersView, pageSize, sortByColumn, sortParams, useAdminView } from '../admin-view.ts'
import { ExportButton } from '../export/ExportButton.tsx'
import { HistoryDialog } from '../history/HistoryDialog.tsx'
import { LoadState, type SortChoice, SortField } from '../ListParts.tsx'
import { DeleteUserDialog, UserDialog } from './UserDialogs.tsx'
import { type AdminUser, usersPage } from './user-queries.ts'
import { type UserAction, UserTable } from './UserTable.tsx'

const letters = { ascending: 'A to Z', descending: 'Z to A' }
const sorts: SortChoice<UsersView['sort']>[] = [
  { by: 'joined', label: 'Joined', ascending: 'oldest first', descending: 'newest first' },
  { by: 'name', label: 'Name', ...letters },
  { by: 'email', label: 'Email', ...letters },
  { by: 'role', label: 'Role', ascending: 'users first', descending: 'admins first' },
  { by: 'credits', label: 'Credits', ascending: 'fewest first', descending: 'most first' },
]

/** The table of all users. The server searches, sorts, pages and counts. */
export function UsersTab({ view }: { view: UsersView }) {
  const { change, search } = useAdminView()
  const [opened, setOpened] = useState<{ user: AdminUser; action: UserAction } | null>(null)
  const queries = useQueryClient()
  const users = useQuery(usersPage(view))
  // Renders the first rows in the background, which keeps slow phones responsive.
  const isReady = useDeferredValue(users.data !== undefined)
  const { rows, total } = users.data ?? { rows: [], total: 0 }

  const close = () => setOpened(null)
  const finish = () => {
    close()
    // Deleting a user also deletes their communities.
    void queries.invalidateQueries({ queryKey: ['admin'] })
  }

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-56 flex-1">
          <SearchField label="Search name or email" value={view.search} onSearch={search} />
        </div>
        <SortField
          className="lg:hidden"
          choices={sorts}
          value={{ by: view.sort, descending: view.descending }}
          onChange={(sort, descending) => change(sortParams(sort, descending))}
        />
        <ExportButton kind="users" view={view} total={users.data?.total} />
      </div>
      <StaleNotice query={users} />
      {!users.data || !isReady ? (
        <LoadState query={users} failure={failureMessage('Failed to fetch users', users.error)} />
      ) : rows.length > 0 ? (
        <UserTable
          rows={rows}
          stale={users.isPlaceholderData}
          sort={{ by: view.sort, descending: view.descending }}
          onSort={(column) => change(sortByColumn(view, column))}
          onAction={(user, action) => setOpened({ user, action })}
        />
      ) : (
        <EmptyState
          title={total > 0 ? "This page doesn't exist" : 'No users found'}
          icon={SearchX}
          action={
            <Button
              variant="secondary"
              onClick={() => change(total > 0 ? { page: 1 } : { q: null })}
            >
              {total > 0 ? 'First page' : 'Show all users'}
            </Button>
          }
        />
      )}
      <Pager
        label="Pages of users"
        page={view.page}
        pageSize={pageSize}
        total={total}
        onPageChange={(page) => change({ page })}
      />
      {opened?.action === 'show' && (
        <UserDialog user={opened.user} onClose={close} onSaved={finish} />
      )}
      {opened?.action === 'delete' && (
        <DeleteUserDialog user={opened.user} onClose={close} onDeleted={finish} />
      )}
      {opened?.action === 'history' && (
        <HistoryDialog
          subject={{ kind: 'user', id: opened.user.id, name: opened.user.name }}
          onClose={close}
        />
      )}
    </div>
  )
}
