import { type ComponentType, useEffect, useState } from 'react'

type Props = { link: string }

/** A computer, whose user has WhatsApp on a phone. */
const computer = '(hover: hover) and (min-width: 48rem)'

/** On computers, shows the invite link as a QR code. If its code fails to load, the link above still works. */
export function InviteQrCode({ link }: Props) {
  const [QrCode, setQrCode] = useState<ComponentType<Props> | null>(null)

  useEffect(() => {
    if (!window.matchMedia(computer).matches) return
    let isUnmounted = false
    import('./QrCode.tsx').then(
      (loaded) => isUnmounted || setQrCode(() => loaded.QrCode),
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [])

  return QrCode && <QrCode link={link} />
}
