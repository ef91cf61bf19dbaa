import { useEffect, useState } from 'react'
import type { CommunityFormMethods, CommunityInput } from './community-schema.ts'
import type { CommunityFormState } from './useCommunityForm.ts'

type Step = { title: string; fields: (keyof CommunityInput)[] }

/** The steps of a new community. The first field of each gets the focus. */
const steps: readonly [Step, ...Step[]] = [
  { title: 'Your WhatsApp group', fields: ['whatsapp_link', 'name'] },
  {
    title: 'About your community',
    fields: ['description', 'location', 'requested_place', 'category', 'languages'],
  },
  {
    title: 'Members and image',
    fields: [
      'member_count',
      'image_url',
      'join_type',
      'host_name',
      'host_intro',
      'groups',
      'may_publish',
    ],
  },
]

export type FormSteps = ReturnType<typeof useFormSteps>

type Options = {
  communityForm: CommunityFormState
  /** Whether the form has steps: that of an existing community is one page. */
  isNew: boolean
  /** Checks what the first step needs from the network. Resolves to whether it is valid. */
  checkLink: () => Promise<boolean>
}

/** The steps of the form: which one is open, and how to reach the others. All are parts of one form. */
export function useFormSteps({
  communityForm: { form, step, setStep },
  isNew,
  checkLink,
}: Options) {
  const index = Math.min(Math.max(step, 0), steps.length - 1)
  const [isChecking, setIsChecking] = useState(false)
  const [opened, setOpened] = useState<{ field: keyof CommunityInput } | null>(null)
  // Once the step is rendered.
  useEffect(() => {
    if (opened) form.setFocus(opened.field)
  }, [form, opened])

  const open = (to: number, field = steps[to]?.fields[0]) => {
    if (to === index || !field) return
    setStep(to)
    setOpened({ field })
  }
  const show = (field: keyof CommunityInput) => {
    const its = steps.findIndex((one) => one.fields.includes(field))
    if (isNew && its !== -1) open(its, field)
  }
  const { title, fields } = steps[index] ?? steps[0]

  return {
    index,
    title,
    /** Gets the focus when the dialog opens. */
    firstField: isNew ? (fields[0] ?? 'whatsapp_link') : ('name' as const),
    count: steps.length,
    /** Whether submitting saves the form. */
    isLast: !isNew || index === steps.length - 1,
    /** Opens the previous step; undefined in the first one. */
    back: isNew && index > 0 ? () => open(index - 1) : undefined,
    /** Opens the next step if this one is valid, or else focuses its first invalid field. */
    next: async () => {
      if (isChecking) return
      setIsChecking(true)
      const canContinue = index > 0 || (await checkLink())
      setIsChecking(false)
      if (!canContinue) form.setFocus('whatsapp_link')
      else if (await form.trigger(fields, { shouldFocus: true })) open(index + 1)
    },
    isChecking,
    /** Opens the step with a field whose error must be seen. */
    show,
    /** Opens the first step with an error. */
    showErrors: (errors: CommunityFormMethods['formState']['errors']) => {
      const first = steps.flatMap((one) => one.fields).find((field) => errors[field])
      if (first) show(first)
    },
  }
}
