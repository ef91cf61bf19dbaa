import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import type { QrCode as LoadedQrCode } from '../../../ui/QrCode.tsx'

/** A computer, whose user has WhatsApp on a phone. */
const computer = '(hover: hover) and (min-width: 48rem)'

/** On computers, shows the invite link as a QR code. If its code fails to load, the link above still works. */
export function InviteQrCode({ link }: { link: string }) {
  const [QrCode, setQrCode] = useState<ComponentType<ComponentProps<typeof LoadedQrCode>> | null>(
    null,
  )

  useEffect(() => {
    if (!window.matchMedia(computer).matches) return
    let isUnmounted = false
    import('../../../ui/QrCode.tsx').then(
      (loaded) => isUnmounted || setQrCode(() => loaded.QrCode),
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [])

  return (
    QrCode && (
      <figure className="flex flex-col items-center gap-2 rounded-xl bg-sunken/60 p-4">
        <QrCode
          link={link}
          label="QR code of the invite link. Without a camera, use the button above."
        />
        <figcaption className="text-center text-sm">
          <span className="font-semibold">Scan with your phone</span>
          <span className="block text-ink-soft">to open the invite in WhatsApp there.</span>
        </figcaption>
      </figure>
    )
  )
}
