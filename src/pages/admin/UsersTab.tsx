import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, History, MessagesSquare, SearchX, Trash2, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { useSession } from '../../features/session/useSession.ts'
import { failureMessage } from '../../supabase/errors.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState, StaleNotice } from '../../ui/Feedback.tsx'
import { formatCount, formatDate } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import {
  ownerUrl,
  sortByColumn,
  useAdminView,
  type UsersView,
} from '../../features/admin/admin-view.ts'
import { CaseFile } from '../../features/case-file/CaseFile.tsx'
import {
  alphabetical,
  CardSortField,
  Email,
  IconButton,
  LoadState,
  MissingPage,
  type SortChoice,
  ViewPager,
} from '../../features/admin/ListParts.tsx'
import {
  EndSuspensionDialog,
  SuspendUserDialog,
  UndoSuspension,
} from '../../features/suspension/SuspendDialogs.tsx'
import { DeleteUserDialog } from '../../features/users/UserDialogs.tsx'
import { type AdminUser, usersPage } from '../../features/users/user-queries.ts'

const sorts: SortChoice<UsersView['sort']>[] = [
  { by: 'joined', label: 'Joined', ascending: 'oldest first', descending: 'newest first' },
  { by: 'name', label: 'Name', ...alphabetical },
  { by: 'email', label: 'Email', ...alphabetical },
  { by: 'role', label: 'Role', ascending: 'users first', descending: 'admins first' },
  { by: 'credits', label: 'Credits', ascending: 'fewest first', descending: 'most first' },
]

type UserAction = 'show' | 'delete' | 'history' | 'suspend' | 'end suspension'
type OnAction = (user: AdminUser, action: UserAction) => void

/** The table of all users. The server searches, sorts, pages and counts. */
export function UsersTab({ view }: { view: UsersView }) {
  const { change, search } = useAdminView()
  const [opened, setOpened] = useState<{ user: AdminUser; action: UserAction } | null>(null)
  const queries = useQueryClient()
  const users = useQuery(usersPage(view))
  const { rows, total } = users.data ?? { rows: [], total: 0 }

  const [suspended, setSuspended] = useState<AdminUser | null>(null)

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
        <CardSortField choices={sorts} view={view} />
      </div>
      <StaleNotice query={users} />
      {suspended && (
        <UndoSuspension
          key={suspended.id}
          user={suspended}
          onUndone={() => {
            setSuspended(null)
            finish()
          }}
          onExpired={() => setSuspended(null)}
        />
      )}
      {!users.data ? (
        <LoadState query={users} failure={failureMessage('Failed to fetch users', users.error)} />
      ) : rows.length > 0 ? (
        <DataTable
          caption="Users"
          rows={rows}
          isStale={users.isPlaceholderData}
          sort={{ by: view.sort, descending: view.descending }}
          onSort={(column) => change(sortByColumn(view, column))}
          columns={tableColumns((user, action) => setOpened({ user, action }))}
        />
      ) : total > 0 ? (
        <MissingPage onFirstPage={() => change({ page: 1 })} />
      ) : (
        <EmptyState
          title="No users found"
          icon={SearchX}
          action={
            <Button variant="secondary" onClick={() => change({ q: null })}>
              Show all users
            </Button>
          }
        />
      )}
      <ViewPager label="Pages of users" page={view.page} total={total} />
      {(opened?.action === 'show' || opened?.action === 'history') && (
        <CaseFile
          user={rows.find(({ id }) => id === opened.user.id) ?? opened.user}
          at={opened.action === 'history' ? 'timeline' : undefined}
          onClose={close}
          onSaved={finish}
        />
      )}
      {opened?.action === 'delete' && (
        <DeleteUserDialog user={opened.user} onClose={close} onDeleted={finish} />
      )}
      {/* Reload the list also after an error: another admin may have been faster. */}
      {opened?.action === 'suspend' && (
        <SuspendUserDialog
          user={opened.user}
          onClose={finish}
          onSaved={() => {
            setSuspended(opened.user)
            finish()
          }}
        />
      )}
      {opened?.action === 'end suspension' && (
        <EndSuspensionDialog user={opened.user} onClose={finish} onSaved={finish} />
      )}
    </div>
  )
}

const tableColumns = (onAction: OnAction): Column<AdminUser>[] => [
  {
    header: 'Name',
    hidesHeaderInCards: true,
    sortBy: 'name',
    cell: (user) => (
      <button
        dir="auto"
        type="button"
        translate="no"
        className="rounded-sm text-left font-semibold underline decoration-clay decoration-2 underline-offset-4"
        onClick={() => onAction(user, 'show')}
      >
        {user.name}
      </button>
    ),
  },
  {
    header: 'Email',
    sortBy: 'email',
    cell: ({ email }) => <Email email={email} />,
  },
  {
    header: 'Joined',
    sortBy: 'joined',
    cell: ({ created_at }) => formatDate(created_at),
    className: 'whitespace-nowrap',
  },
  {
    header: 'Role',
    sortBy: 'role',
    cell: ({ is_admin, suspension }) => (
      <span className="flex flex-wrap gap-1">
        <Badge>{is_admin ? 'Admin' : 'User'}</Badge>
        {suspension && (
          <Badge tone="red" canWrap>
            {suspension.until ? `Suspended until ${formatDate(suspension.until)}` : 'Suspended'}
          </Badge>
        )}
      </span>
    ),
    className: 'lg:min-w-36',
  },
  {
    header: 'Credits',
    sortBy: 'credits',
    cell: ({ credits }) => formatCount(credits),
    className: 'tabular-nums',
  },
  {
    header: 'Actions',
    hidesHeaderInCards: true,
    cell: (user) => <Actions user={user} onAction={onAction} />,
    className: 'lg:w-px',
  },
]

function Actions({ user, onAction }: { user: AdminUser; onAction: OnAction }) {
  const isSelf = useSession().user?.id === user.id
  return (
    <div className="flex gap-1">
      <LinkButton
        variant="ghost"
        to={ownerUrl(user.id)}
        icon={MessagesSquare}
        title={`Communities of ${isolate(user.name)}`}
        aria-label={`Communities of ${isolate(user.name)}`}
      />
      <IconButton
        icon={History}
        label={`History of ${isolate(user.name)}`}
        onClick={() => onAction(user, 'history')}
      />
      {user.suspension ? (
        <IconButton
          icon={UserCheck}
          label={`End suspension of ${isolate(user.name)}`}
          onClick={() => onAction(user, 'end suspension')}
        />
      ) : (
        !isSelf && (
          <IconButton
            icon={Ban}
            label={`Suspend ${isolate(user.name)}`}
            onClick={() => onAction(user, 'suspend')}
          />
        )
      )}
      {/* Admins cannot delete each other. */}
      {!user.is_admin && (
        <IconButton
          icon={Trash2}
          label={`Delete ${isolate(user.name)}`}
          onClick={() => onAction(user, 'delete')}
        />
      )}
    </div>
  )
}
