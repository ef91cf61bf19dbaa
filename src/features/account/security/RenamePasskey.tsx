import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { cleanLine } from '../../../lib/clean-text.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { useWrite } from '../../data/useWrite.ts'

/** Of the auth service. */
const maxBytes = 120

const renameForm = z.object({
  name: z.string().check(
    z.overwrite(cleanLine),
    z.minLength(1, 'Please enter a name'),
    z.refine((name) => new TextEncoder().encode(name).length <= maxBytes, 'Use a shorter name'),
  ),
})

type Props = {
  passkey: { id: string; name: string }
  onClose: () => void
  onRenamed: () => void
}

export function RenamePasskey({ passkey, onClose, onRenamed }: Props) {
  const form = useForm({
    resolver: zodResolver(renameForm),
    defaultValues: { name: passkey.name },
  })
  const rename = useWrite({
    write: async ({ name }: { name: string }) =>
      unwrap(await supabase.auth.passkey.update({ passkeyId: passkey.id, friendlyName: name })),
    success: 'Passkey renamed',
    failure: "Couldn't rename the passkey",
    showReasonIn: 'dialog',
    onSuccess: onRenamed,
  })
  return (
    <FormDialog
      submitLabel={rename.isPending ? 'Saving...' : 'Save'}
      isPending={rename.isPending}
      problem={rename.problem}
      onClose={onClose}
      onSubmit={form.handleSubmit(rename.run)}
    >
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </FormDialog>
  )
}
