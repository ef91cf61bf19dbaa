import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UserError } from '../../supabase/errors.ts'
import { SaveProblem } from '../data/SaveProblem.tsx'
import { useWrite } from '../data/useWrite.ts'
import { TextArea } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import {
  goneCode,
  insertSynonyms,
  readSynonyms,
  reloadSynonyms,
  type Synonyms,
  synonymsSchema,
  type SynonymsValues,
  updateSynonyms,
} from './synonyms.ts'

type Props = {
  /** The words to edit. Without them, the dialog adds some. */
  edited?: Synonyms
  onClose: () => void
  onSaved: (saved: Synonyms) => void
}

const formValues = (synonyms?: Synonyms) => ({ terms: synonyms?.terms.join(', ') ?? '' })

export function SynonymsFormDialog({ edited, onClose, onSaved }: Props) {
  const queries = useQueryClient()
  // The version that the form shows. Undefined if saving adds a row, also when another admin has deleted the edited one.
  const [loaded, setLoaded] = useState(edited)
  const form = useForm({
    resolver: zodResolver(synonymsSchema),
    defaultValues: formValues(edited),
  })

  const handleError = ({ code, field, message }: UserError) => {
    if (field === 'terms') form.setError('terms', { message }, { shouldFocus: true })
    if (code === goneCode) {
      setLoaded(undefined)
      save.reset()
    }
    // The list may show a version of which another admin has saved a newer one.
    void reloadSynonyms(queries)
  }
  const save = useWrite({
    write: async (values: SynonymsValues) => {
      const saved = await (loaded ? updateSynonyms(loaded, values) : insertSynonyms(values))
      await reloadSynonyms(queries)
      return saved
    },
    failure: edited ? 'Failed to update synonyms' : 'Failed to add synonyms',
    showReasonIn: 'dialog',
    onSuccess: onSaved,
    onError: handleError,
  })

  return (
    <FormDialog
      onClose={onClose}
      title={edited ? 'Edit synonyms' : 'Add synonyms'}
      initialFocus={() => form.setFocus('terms')}
      submitLabel={edited ? 'Save Changes' : 'Add synonyms'}
      isPending={save.isPending}
      onSubmit={form.handleSubmit(save.run)}
      onChange={save.reset}
    >
      <TextArea
        label="Words that mean the same"
        required
        hint="Words or short phrases, separated by commas or line breaks."
        placeholder="hiking, trekking, walking"
        error={form.formState.errors.terms?.message}
        {...form.register('terms')}
      />
      <SaveProblem
        save={save}
        isInField={save.error?.field === 'terms'}
        read={{
          write: () => readSynonyms(loaded?.id ?? ''),
          failure: 'Failed to load these synonyms',
          onSuccess: (current) => {
            setLoaded(current)
            save.reset()
            form.reset(formValues(current))
          },
          onError: handleError,
        }}
      />
    </FormDialog>
  )
}
