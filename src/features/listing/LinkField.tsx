import { type ChangeEvent, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { readText } from '../../lib/read-property.ts'
import { TextField } from '../../ui/Field.tsx'
import type { CommunityFormMethods } from './community-schema.ts'
import type { LinkCheck } from './useLinkCheck.ts'
import { parseWhatsAppLink } from './whatsapp-link.ts'

type Props = { form: CommunityFormMethods; linkCheck: LinkCheck }

/** The WhatsApp link, which is checked on blur. */
export function WhatsAppLinkField({
  form,
  linkCheck,
  onChange,
}: Props & { onChange?: (event: ChangeEvent) => void }) {
  const { check, warning } = linkCheck
  return (
    <TextField
      label="WhatsApp Link"
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      required
      placeholder="https://chat.whatsapp.com/..."
      hint={
        warning ? (
          <span className="font-medium text-warning-ink">{warning}</span>
        ) : (
          'The invite link of a group, community or channel.'
        )
      }
      error={form.formState.errors.whatsapp_link?.message}
      {...form.register('whatsapp_link', { onChange, onBlur: () => void check() })}
    />
  )
}

/** The link of a new community, which is checked as soon as it is pasted, and the group that it leads to. */
export function NewLinkField({ form, linkCheck }: Props) {
  const length = useRef(0)
  return (
    <div className="space-y-2">
      <WhatsAppLinkField
        form={form}
        linkCheck={linkCheck}
        onChange={({ nativeEvent }) => {
          const input = form.getValues('whatsapp_link')
          // Some phones insert from the clipboard as if it were typed.
          const isPasted =
            readText(nativeEvent, 'inputType') === 'insertFromPaste' ||
            input.length > length.current + 1
          length.current = input.length
          if (isPasted && parseWhatsAppLink(input).ok) void linkCheck.check()
        }}
      />
      <div role="status" className="text-sm empty:hidden">
        <FoundGroup form={form} linkCheck={linkCheck} />
      </div>
    </div>
  )
}

function FoundGroup({ form, linkCheck: { shown } }: Props) {
  const link = useWatch({ control: form.control, name: 'whatsapp_link' })
  if (!shown || shown.link !== link) return null
  const { group } = shown
  if (!group) return <p className="text-ink-soft">Checking the group on WhatsApp...</p>
  if (group.state === 'live') {
    return (
      <p className="font-medium text-success-ink">
        <span>{'On WhatsApp: '}</span>
        <bdi translate="no">{group.name}</bdi>
      </p>
    )
  }
  return group.state === 'dead' ? (
    <p className="font-medium text-warning-ink">
      This link doesn't lead to a group. Check that it is the current one.
    </p>
  ) : (
    <p className="text-ink-soft">We couldn't check this link on WhatsApp. You can continue.</p>
  )
}
