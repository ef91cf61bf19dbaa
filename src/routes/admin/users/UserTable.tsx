import { History, MessagesSquare, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { DataTable, type Sort } from '../../../ui/DataTable.tsx'
import { formatCount, formatDate } from '../../../ui/format.ts'
import { ownerUrl } from '../admin-view.ts'
import { Email } from '../ListParts.tsx'
import type { AdminUser } from './user-queries.ts'

export type UserAction = 'show' | 'delete' | 'history'

type Props = {
  rows: AdminUser[]
  stale: boolean
  sort: Sort
  onSort: (by: string) => void
  onAction: (user: AdminUser, action: UserAction) => void
}

export function UserTable({ rows, stale, sort, onSort, onAction }: Props) {
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
          hidesHeaderInCards: true,
          sortBy: 'name',
          cell: (user) => (
            <button
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
          cell: ({ is_admin }) => <Badge>{is_admin ? 'Admin' : 'User'}</Badge>,
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
      ]}
    />
  )
}

/** Admins have no delete button: admins cannot delete each other. */
function Actions({ user, onAction }: { user: AdminUser } & Pick<Props, 'onAction'>) {
  return (
    <div className="flex gap-1">
      <Link
        to={ownerUrl(user.id)}
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
        onClick={() => onAction(user, 'history')}
      />
      {!user.is_admin && (
        <Button
          variant="ghost"
          size="sm"
          icon={Trash2}
          aria-label={`Delete ${user.name}`}
          onClick={() => onAction(user, 'delete')}
        />
      )}
    </div>
  )
}
