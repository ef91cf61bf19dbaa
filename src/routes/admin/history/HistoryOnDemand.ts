import { onDemand } from '../../../ui/onDemand.tsx'
import type { HistoryDialogProps } from './HistoryDialog.tsx'

export const HistoryOnDemand = onDemand<HistoryDialogProps>({
  load: async () => (await import('./HistoryDialog.tsx')).HistoryDialog,
  onFailed: ({ onClose }) => onClose(),
})
