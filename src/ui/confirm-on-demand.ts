import { onDemandDialog } from './on-demand-dialog.tsx'

/** ConfirmDialog for screens that show it rarely: its code loads when it opens. */
export const ConfirmOnDemand = onDemandDialog(
  async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog,
  { title: ({ title }) => title, size: 'sm' },
)
