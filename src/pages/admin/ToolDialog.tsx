import { SynonymsDialog } from '../../features/directory/synonyms/SynonymsDialog.tsx'
import { ActivityDialog } from '../../features/log/ActivityDialog.tsx'
import { PlacesDialog } from '../../features/places/PlacesDialog.tsx'

const dialogs = { places: PlacesDialog, synonyms: SynonymsDialog, activity: ActivityDialog }

export function ToolDialog({ tool, onClose }: { tool: keyof typeof dialogs; onClose: () => void }) {
  const Dialog = dialogs[tool]
  return <Dialog onClose={onClose} />
}
