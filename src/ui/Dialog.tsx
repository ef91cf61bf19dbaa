import { onDemand } from './onDemand.tsx'
import type { DialogProps } from './DialogPanel.tsx'

/** A modal dialog, of which a screen that may never open one carries no code. */
export const Dialog = onDemand<DialogProps>({
  load: async () => (await import('./dialog-panels.ts')).DialogPanel,
  isWanted: ({ open }) => open,
  onFailed: ({ onOpenChange }) => onOpenChange(false),
})
