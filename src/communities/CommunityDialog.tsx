import { useId } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { GroupsField } from './GroupsField.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { CommunityFields } from './CommunityForm.tsx'
import { CommunityPreview } from './CommunityPreview.tsx'
import { PublishConsent } from './PublishConsent.tsx'
import { ReviewNotice } from './ReviewNotice.tsx'
import { SaveProblemNotice } from './SaveProblemNotice.tsx'
import { type CommunityDialogProps, useCommunityEditor } from './useCommunityEditor.ts'

/** The form of a community in its dialog, with a preview of what travellers will see. */
export function CommunityEditor(props: CommunityDialogProps) {
  const { community, role } = props
  const editor = useCommunityEditor(props)
  const { form, upload, base, saving, problem } = editor
  const formId = useId()
  const submitLabel = community ? 'Save Changes' : 'Submit for review'

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && editor.requestClose()}
        size="xl"
        title={community ? 'Edit Community' : 'List your community'}
        description={community ? undefined : 'We look at every community before travellers see it.'}
        footer={
          <>
            {problem && (
              <SaveProblemNotice
                title={editor.failure}
                problem={problem}
                busy={saving}
                onLoadCurrent={() => void editor.loadCurrent()}
                onSaveMine={() => void editor.submitOver()}
              />
            )}
            <Button variant="secondary" disabled={saving} onClick={editor.requestClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={saving || upload.busy}>
              {upload.busy ? 'Waiting for the image...' : submitLabel}
            </Button>
          </>
        }
      >
        <div className="lg:flex lg:items-start lg:gap-8">
          <form
            id={formId}
            noValidate
            className="min-w-0 flex-1 space-y-5"
            onSubmit={(event) => {
              event.preventDefault()
              if (!upload.busy) void editor.submit()
            }}
            onPaste={(event) => {
              const image = [...event.clipboardData.files].find(({ type }) =>
                type.startsWith('image/'),
              )
              if (!image) return
              event.preventDefault()
              void upload.choose(image)
            }}
          >
            {editor.draft && (
              <DraftNotice savedAt={editor.draft.savedAt} onStartAfresh={editor.startAfresh} />
            )}
            {base && community && <ReviewNotice form={form} community={base} role={role} />}
            <CommunityFields
              form={form}
              upload={upload}
              communityId={editor.id}
              role={role}
              category={community?.category}
            />
            <GroupsField form={form} groups={editor.groups} />
            {!community && <PublishConsent form={form} />}
            <details className="rounded-xl bg-sunken/60 px-4 py-3 lg:hidden">
              <summary className="cursor-pointer font-semibold">Preview</summary>
              <div className="pt-3">
                <CommunityPreview form={form} />
              </div>
            </details>
          </form>
          <section aria-label="Preview" className="sticky top-0 w-80 shrink-0 max-lg:hidden">
            <p aria-hidden="true" className="mb-2 text-sm font-semibold text-ink-soft">
              Preview
            </p>
            <CommunityPreview form={form} />
          </section>
        </div>
      </Dialog>
      <LeaveDialog
        isNew={!community}
        open={editor.isAsking}
        onOpenChange={editor.setIsAsking}
        onLeave={editor.close}
      />
    </>
  )
}
