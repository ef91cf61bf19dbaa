import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { supabaseUrl } from '../supabase/config.ts'
import { emptyForm, formValues, isSame } from './form-values.ts'
import type { Listing } from './listing.ts'
import type { ListingDraft } from './listing-draft.ts'
import { type ListingInput, listingSchema, type ListingValues } from './listing-schema.ts'
import type { Role } from './vocabulary.ts'

export type ListingForm = UseFormReturn<ListingInput, unknown, ListingValues>

type Options = { listing: Listing | null; role: Role; draft: ListingDraft | null }

/** The form, and whether it holds anything that is not saved. */
export function useListingForm({ listing, role, draft }: Options) {
  const [initial] = useState<ListingInput>(() =>
    listing ? formValues(listing, role) : { ...emptyForm, ...draft?.values },
  )
  const [schema] = useState(() =>
    listingSchema({ projectUrl: supabaseUrl, isNew: listing === null }),
  )
  const form: ListingForm = useForm({
    resolver: zodResolver(schema),
    defaultValues: initial,
  })

  // What is saved, as the form shows it. Groups join it once they are loaded.
  const saved = useRef(initial)

  return {
    form,
    isChanged: () => !isSame(form.getValues(), saved.current),
    markSaved: (values: Partial<ListingInput>) => {
      saved.current = { ...saved.current, ...values }
    },
  }
}
