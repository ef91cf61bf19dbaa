import { useEffect, useState } from 'react'

/** A computer, whose user has WhatsApp on a phone. */
const computer = '(hover: hover) and (min-width: 48rem)'

/** On computers, shows the invite link as a QR code. If its code fails to load, the link above still works. */
export function InviteQrCode({ link }: { link: string }) {
  const [code, setCode] = useState<{ size: number; path: string } | null>(null)

  useEffect(() => {
    if (!window.matchMedia(computer).matches) return
    let isUnmounted = false
    import('./qr-code.ts').then(
      ({ drawQrCode }) => isUnmounted || setCode(drawQrCode(link)),
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [link])

  if (!code) return null
  return (
    <figure className="flex flex-col items-center gap-2 rounded-xl bg-sunken/60 p-4">
      {/* Dark on white in every theme: not all scanners read the reverse. */}
      <svg
        role="img"
        aria-label="QR code of the invite link. Without a camera, use the button above."
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
        className="size-44 rounded-lg bg-white forced-color-adjust-none"
      >
        <path d={code.path} fill="#000" />
      </svg>
      <figcaption className="text-center text-sm">
        <span className="font-semibold">Scan with your phone</span>
        <span className="block text-ink-soft">to open the invite in WhatsApp there.</span>
      </figcaption>
    </figure>
  )
}
