import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { supabaseUrl } from '../supabase/config.ts'
import { emptyForm, formValues, isSame } from './form-values.ts'
import type { Community } from './fields.ts'
import type { CommunityDraft } from './draft.ts'
import { type CommunityInput, communitySchema, type CommunityValues } from './community-schema.ts'
import type { Role } from './vocabulary.ts'

export type CommunityForm = UseFormReturn<CommunityInput, unknown, CommunityValues>

type Options = { community: Community | null; role: Role; draft: CommunityDraft | null }

/** The form, and whether it holds anything that is not saved. */
export function useCommunityForm({ community, role, draft }: Options) {
  const [initial] = useState<CommunityInput>(() =>
    community ? formValues(community, role) : { ...emptyForm, ...draft?.values },
  )
  const [schema] = useState(() =>
    communitySchema({ projectUrl: supabaseUrl, isNew: community === null }),
  )
  const form: CommunityForm = useForm({
    resolver: zodResolver(schema),
    defaultValues: initial,
  })

  // What is saved, as the form shows it. Groups join it once they are loaded.
  const saved = useRef(initial)

  return {
    form,
    isChanged: () => !isSame(form.getValues(), saved.current),
    markSaved: (values: Partial<CommunityInput>) => {
      saved.current = { ...saved.current, ...values }
    },
  }
}
