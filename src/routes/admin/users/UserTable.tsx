import { History, MessagesSquare, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { DataTable, type Sort } from '../../../ui/DataTable.tsx'
import { formatDate } from '../../../ui/format-date.ts'
import { communitiesOf } from '../admin-view.ts'
import type { AdminUser } from './user-queries.ts'

export type UserTask = 'show' | 'delete' | 'history'

type Props = {
  rows: AdminUser[]
  stale: boolean
  sort: Sort
  onSort: (by: string) => void
  onTask: (user: AdminUser, task: UserTask) => void
}

/** The columns of the specification, section 2. Admins have no delete button (section 6). */
export function UserTable({ rows, stale, sort, onSort, onTask }: Props) {
  return (
    <DataTable
      caption="Users"
      rows={rows}
      rowKey={({ id }) => id}
      stale={stale}
      sort={sort}
      onSort={onSort}
      columns={[
        {
          header: 'Name',
          unlabelled: true,
          sortBy: 'name',
          cell: (user) => (
            <button
              type="button"
              className="rounded-sm text-left font-semibold break-words underline decoration-clay decoration-2 underline-offset-4"
              onClick={() => onTask(user, 'show')}
            >
              {user.name}
            </button>
          ),
        },
        {
          header: 'Email',
          sortBy: 'email',
          cell: ({ email }) => <span className="break-all">{email}</span>,
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
          cell: ({ is_admin }) => <Badge>{is_admin ? 'Admin' : 'User'}</Badge>,
        },
        {
          header: 'Credits',
          sortBy: 'credits',
          cell: ({ credits }) => credits.toLocaleString('en'),
          className: 'tabular-nums',
        },
        {
          header: 'Actions',
          unlabelled: true,
          cell: (user) => <Actions user={user} onTask={onTask} />,
          className: 'lg:w-px',
        },
      ]}
    />
  )
}

function Actions({ user, onTask }: { user: AdminUser } & Pick<Props, 'onTask'>) {
  return (
    <div className="flex gap-1">
      <Link
        to={communitiesOf(user.id)}
        aria-label={`Communities of ${user.name}`}
        className={buttonClass({ variant: 'ghost', size: 'sm', iconOnly: true })}
      >
        <MessagesSquare aria-hidden="true" className="size-4" />
      </Link>
      <Button
        variant="ghost"
        size="sm"
        icon={History}
        aria-label={`History of ${user.name}`}
        onClick={() => onTask(user, 'history')}
      />
      {!user.is_admin && (
        <Button
          variant="ghost"
          size="sm"
          icon={Trash2}
          aria-label={`Delete ${user.name}`}
          onClick={() => onTask(user, 'delete')}
        />
      )}
    </div>
  )
}
