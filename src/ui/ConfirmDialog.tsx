import type { ConfirmDialogProps } from './ConfirmPanel.tsx'
import { onDemand } from './onDemand.tsx'

/** Asks before something that cannot be undone; its code is fetched with the first question. */
export const ConfirmDialog = onDemand<ConfirmDialogProps>({
  load: async () => (await import('./dialog-panels.ts')).ConfirmPanel,
  isWanted: ({ open }) => open,
  onFailed: ({ onOpenChange }) => onOpenChange(false),
})
