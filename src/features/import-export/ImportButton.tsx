import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'

// On demand: with the rules of the form and the CSV reader, it adds 20 kB to /admin.
const ImportDialog = lazyDialog(async () => (await import('./ImportDialog.tsx')).ImportDialog, {
  title: 'Import communities',
  size: 'lg',
})

export function ImportButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={Upload}
        className="max-sm:px-2.5"
        onClick={() => setIsOpen(true)}
      >
        <span className="max-sm:sr-only">Import CSV</span>
      </Button>
      {isOpen && <ImportDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
