import { encode } from 'uqr'

/** The QR code of an invite link. */
export function QrCode({ link }: { link: string }) {
  // A dark square is a subpath; the border is the margin that scanners need.
  const { size, data } = encode(link, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <figure className="flex flex-col items-center gap-2 rounded-xl bg-sunken/60 p-4">
      {/* Dark on white in every theme: not all scanners read the reverse. */}
      <svg
        role="img"
        aria-label="QR code of the invite link. Without a camera, use the button above."
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-44 rounded-lg bg-white forced-color-adjust-none"
      >
        <path d={squares.join('')} fill="#000" />
      </svg>
      <figcaption className="text-center text-sm">
        <span className="font-semibold">Scan with your phone</span>
        <span className="block text-ink-soft">to open the invite in WhatsApp there.</span>
      </figcaption>
    </figure>
  )
}
