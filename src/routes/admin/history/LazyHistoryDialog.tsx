import { onDemandDialog } from '../../../ui/loadOnDemand.tsx'

/** The dialog of the history, which is no part of the admin screen's first load. */
export const HistoryDialog = onDemandDialog(
  async () => (await import('./HistoryDialog.tsx')).HistoryDialog,
  { title: ({ subject }) => (subject === 'everything' ? 'Activity' : 'History'), size: 'lg' },
)
