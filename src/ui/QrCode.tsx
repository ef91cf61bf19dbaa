import { encode } from 'uqr'

type Props = {
  link: string
  /** What the code is, for screen readers. */
  label: string
}

/** The QR code of a link. Dark on white in every theme, because not all scanners read the reverse. */
export function QrCode({ link, label }: Props) {
  // A dark square is a subpath; the border is the margin that scanners need.
  const { size, data } = encode(link, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-lg bg-white forced-color-adjust-none"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
