import { ArrowLeft } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { PageMeta } from '../PageMeta.tsx'
import { CommunitiesTab } from './CommunitiesTab.tsx'
import { UsersTab } from './UsersTab.tsx'
import { useAdminCommunities, useAdminUsers } from './queries.ts'

/** Admin dashboard (specification, section 2). Tab and page live in the address. */
export function AdminScreen() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'users' ? 'users' : 'communities'
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)
  const users = useAdminUsers(tab === 'users' ? page : 1)
  const communities = useAdminCommunities(tab === 'communities' ? page : 1)
  const goTo = (next: number) => setParams({ tab, page: String(next) })

  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-6 sm:px-6 sm:py-8">
      <PageMeta title="Admin Dashboard" description="Moderate listings and manage users." />
      <Link to="/" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back
      </Link>
      <h1 className="mt-2 mb-5 text-3xl font-semibold tracking-tight sm:text-4xl">
        Admin Dashboard
      </h1>
      <Tabs
        label="Admin sections"
        value={tab}
        onValueChange={(value) => setParams({ tab: value })}
        tabs={[
          {
            value: 'users',
            label: 'Users',
            count: users.data?.total,
            content: <UsersTab users={users} page={page} onPageChange={goTo} />,
          },
          {
            value: 'communities',
            label: 'Communities',
            count: communities.data?.total,
            content: <CommunitiesTab communities={communities} page={page} onPageChange={goTo} />,
          },
        ]}
      />
    </div>
  )
}
