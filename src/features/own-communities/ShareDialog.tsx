import { brand } from '../../app/brand.ts'
import { isolate } from '../../lib/isolate.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { getCommunityPath } from '../community/community-path.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { PosterButtons, ShareSheetButton } from './SharePoster.tsx'

type Props = {
  /** In the version that visitors see. */
  community: { id: string; name: string }
  onClose: () => void
}

/** What an owner needs to spread the word: the public page as a link, a QR code and a text to paste. */
export function ShareDialog({ community: { id, name }, onClose }: Props) {
  const link = new URL(getCommunityPath(id), window.location.origin).href
  const text = `“${isolate(name)}” is on ${brand.name}, the directory of WhatsApp communities for travellers. Join us here: ${link}`

  return (
    <Dialog onClose={onClose} description="Everyone who opens the link sees your public page.">
      <div className="space-y-5">
        <ShareSheetButton name={name} link={link} />
        <div className="space-y-2">
          <TextField label="Link" readOnly translate="no" value={link} />
          <CopyButton text={link} name="link" label="Copy link" />
        </div>
        <div className="space-y-2">
          <TextArea label="Text to paste" readOnly value={text} />
          <CopyButton text={text} name="text" label="Copy text" />
        </div>
        <figure className="flex flex-col items-center gap-2 rounded-xl bg-sunken/60 p-4">
          <QrCode link={link} label="QR code of the link above" />
          <figcaption className="text-center text-sm text-ink-soft">
            For posters, slides and your group's info
          </figcaption>
          <PosterButtons name={name} link={link} />
        </figure>
      </div>
    </Dialog>
  )
}
