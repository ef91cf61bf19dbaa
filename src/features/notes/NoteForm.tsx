import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { maxNote } from '../../supabase/rules/limits.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { SmallButton } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { textRule } from '../../ui/text-rule.ts'
import { useWrite } from '../data/useWrite.ts'
import { addNote, type NoteSubject } from './notes.ts'

const schema = z.object({ text: textRule(maxNote, 'Please enter a note') })

type Props = {
  about: NoteSubject
  /** What was typed before. */
  typed: string
  onLeave: (text: string) => void
  onAdded: () => unknown
}

/** The form for a note. Without the rest of the notes, which do not wait for the code of forms. */
export function NoteForm({ about, typed, onLeave, onAdded }: Props) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text: typed } })
  const leave = useEffectEvent(() => onLeave(form.getValues('text')))
  useEffect(() => () => leave(), [])
  const adding = useWrite({
    write: ({ text }: z.output<typeof schema>) => addNote(about, text),
    success: 'Note added',
    failure: 'Failed to add note',
    showReasonIn: 'form',
    onSuccess: () => form.reset({ text: '' }),
    onSettled: onAdded,
  })

  return (
    <form
      noValidate
      className="mt-2 max-w-prose space-y-2"
      onSubmit={form.handleSubmit(async (values) => {
        await adding.run(values)
      })}
    >
      <TextArea
        label="Note"
        hint={
          'user_id' in about
            ? 'For admins only. Users find notes about them, without your name, in the copy of their data.'
            : 'For admins only.'
        }
        rows={3}
        limit={maxNote}
        required
        error={form.formState.errors.text?.message}
        {...form.register('text')}
      />
      {adding.problem && <Notice tone="danger">{adding.problem}</Notice>}
      <SmallButton type="submit" isPending={adding.isPending}>
        Add
      </SmallButton>
    </form>
  )
}
