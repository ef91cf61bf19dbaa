import { onDemandDialog } from '../ui/loadOnDemand.tsx'

/** For owner and admin, new and existing communities; loaded when somebody opens it. */
export const CommunityDialog = onDemandDialog(
  async () => (await import('./CommunityDialog.tsx')).CommunityEditor,
  {
    title: ({ community }) => (community ? 'Edit Community' : 'List your community'),
    size: 'xl',
  },
)
