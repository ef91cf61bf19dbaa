import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { LoadState } from './LoadState.tsx'
import { type AdminUser, type AdminUsers, pageSize } from './queries.ts'
import { UserDialog } from './UserDialog.tsx'

type Props = { users: AdminUsers; page: number; onPageChange: (page: number) => void }

type Task = { user: AdminUser; kind: 'show' | 'delete' }

export function UsersTab({ users, page, onPageChange }: Props) {
  const [task, setTask] = useState<Task | null>(null)
  const queries = useQueryClient()

  if (!users.data) {
    return <LoadState query={users} failure={users.error?.message ?? 'Failed to fetch users'} />
  }

  const close = () => setTask(null)
  const finish = () => {
    close()
    // A deleted user takes their communities along.
    void queries.invalidateQueries({ queryKey: ['admin'] })
  }

  return (
    <>
      <DataTable
        caption="Users"
        rows={users.data.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Name',
            cell: (user) => (
              <button
                type="button"
                className="rounded-sm text-left font-semibold break-words underline decoration-clay decoration-2 underline-offset-4"
                onClick={() => setTask({ user, kind: 'show' })}
              >
                {user.name}
              </button>
            ),
          },
          { header: 'Email', cell: ({ email }) => <span className="break-all">{email}</span> },
          {
            header: 'Joined',
            cell: ({ created_at }) => formatDate(created_at),
            className: 'whitespace-nowrap',
          },
          {
            header: 'Role',
            cell: ({ is_admin }) => <Badge>{is_admin ? 'Admin' : 'User'}</Badge>,
          },
          {
            header: 'Credits',
            cell: ({ credits }) => credits.toLocaleString('en'),
            className: 'tabular-nums',
          },
          {
            header: 'Actions',
            cell: (user) =>
              !user.is_admin && (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={Trash2}
                  aria-label={`Delete ${user.name}`}
                  onClick={() => setTask({ user, kind: 'delete' })}
                />
              ),
          },
        ]}
      />
      <Pager
        label="Pages of users"
        page={page}
        pageSize={pageSize}
        total={users.data.total}
        onPageChange={onPageChange}
      />
      {task?.kind === 'show' && <UserDialog user={task.user} onClose={close} onSaved={finish} />}
      {task?.kind === 'delete' && (
        <DeleteUserDialog user={task.user} onClose={close} onDeleted={finish} />
      )}
    </>
  )
}
