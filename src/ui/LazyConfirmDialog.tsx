import { lazyDialog } from './lazy.tsx'

/** `ConfirmDialog` where a screen shows rows first. */
export const LazyConfirmDialog = lazyDialog(
  async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog,
  { title: ({ title = '' }) => title, size: 'sm' },
)
