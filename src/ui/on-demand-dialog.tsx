import { lazyDialog } from './lazy.tsx'

/* The former names, until no file imports them. */

export { LoadingFrame } from './dialog-frame.tsx'
export { lazyDialog as onDemandDialog } from './lazy.tsx'

export const ConfirmOnDemand = lazyDialog(
  async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog,
  { title: ({ title = '' }) => title, size: 'sm' },
)
