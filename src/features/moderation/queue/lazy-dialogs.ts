import { lazyDialog } from '../../../ui/lazy.tsx'
import type { Decision } from './decisions.ts'
import { type Decisions, titleOf } from './useDecisions.ts'

type Props = { decisions: Decisions; onClose: () => void; onFailed?: (first: Decision) => void }

/** Neither the table nor the queue waits for their code: the screen loads it when the browser is idle. */
export const LazyDecisionDialogs = lazyDialog<Props>(
  async () => (await import('./DecisionDialogs.tsx')).DecisionDialogs,
  { title: ({ decisions: { dialogs } }) => (dialogs.asked ? titleOf(dialogs.asked) : '') },
)

export const LazyShortcutsDialog = lazyDialog(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
  { title: 'Keyboard shortcuts' },
)
