import { Download, Share2 } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { Button, SmallButton } from '../../ui/Button.tsx'
import { drawPoster, toPng } from './poster.ts'

type Props = { name: string; link: string }

/** Opens the share sheet of the phone or computer, if there is one. */
export function ShareSheetButton({ name, link }: Props) {
  const [hasFailed, setHasFailed] = useState(false)
  if (!('share' in navigator)) return null

  const share = async () => {
    try {
      await navigator.share({ title: name, url: link })
      setHasFailed(false)
    } catch (error) {
      // The user closed the share sheet.
      setHasFailed(!(error instanceof DOMException && error.name === 'AbortError'))
    }
  }
  return (
    <div className="space-y-2">
      <Button icon={Share2} className="w-full" onClick={() => void share()}>
        Share...
      </Button>
      {hasFailed && (
        <p role="alert" className="text-sm">
          Couldn't open the share sheet. Copy the link instead.
        </p>
      )}
    </div>
  )
}

/** Downloads the QR code as a poster, with the name and the address. */
export function PosterButtons({ name, link }: Props) {
  const [hasFailed, setHasFailed] = useState(false)
  const save = async (type: 'png' | 'svg') => {
    const svg = drawPoster({ name, link })
    try {
      const image = type === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await toPng(svg)
      saveFile(`poster.${type}`, image)
      setHasFailed(false)
    } catch {
      setHasFailed(true)
    }
  }
  return (
    <>
      <div className="flex flex-wrap justify-center gap-2">
        <SmallButton icon={Download} onClick={() => void save('png')}>
          Poster as PNG
        </SmallButton>
        <SmallButton icon={Download} onClick={() => void save('svg')}>
          Poster as SVG
        </SmallButton>
      </div>
      {hasFailed && (
        <p role="alert" className="text-sm">
          Couldn't make the PNG image. Try the SVG image.
        </p>
      )}
    </>
  )
}
