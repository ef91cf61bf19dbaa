import { type GetLink, Signpost } from './Signpost.tsx'

type Props = {
  className?: string
  /** Moves the signpost, its path and the sun away from text in the middle. */
  signClassName?: string
  getLink?: GetLink
}

/**
 * Hills at dawn, or at night in the dark theme. A narrow screen crops the sides. Decorative, except for links on the
 * signpost.
 */
export function HomeScene({ className, signClassName, getLink = () => null }: Props) {
  return (
    <svg
      viewBox="0 0 1440 480"
      preserveAspectRatio="xMidYMax slice"
      role="presentation"
      className={className}
    >
      <Landscape signClassName={signClassName} />
      <Signpost className={signClassName} getLink={getLink} />
    </svg>
  )
}

function Landscape({ signClassName }: Pick<Props, 'signClassName'>) {
  return (
    <g aria-hidden="true">
      <defs>
        <radialGradient id="glow">
          <stop offset="0" stopColor="var(--art-orb)" stopOpacity="0.5" />
          <stop offset="1" stopColor="var(--art-orb)" stopOpacity="0" />
        </radialGradient>
      </defs>
      {/* Stars: each is the round end of a line without a length. */}
      <g stroke="var(--art-star)" strokeLinecap="round">
        <path strokeWidth="4" d="M420 96h0M604 60h0M862 30h0M1004 44h0M1220 50h0M210 124h0" />
        <path
          strokeWidth="3"
          d="M498 42h0M560 128h0M676 20h0M940 92h0M1120 110h0M1330 120h0M300 50h0M96 70h0"
        />
      </g>
      <g className={signClassName}>
        <circle cx="856" cy="206" r="200" fill="url(#glow)" />
        <circle cx="856" cy="206" r="74" fill="var(--art-orb)" />
        <path
          fill="none"
          stroke="var(--art-post-dark)"
          strokeWidth="3"
          strokeLinecap="round"
          d="M500 128q10-10 18 0 8-10 18 0M548 156q8-8 14 0 6-8 14 0M1010 122q9-9 16 0 7-9 16 0"
        />
      </g>
      <path
        fill="var(--art-far)"
        d="M0 316 92 252l58 34 96-92 70 66 44-30 92 84 104-62 92 40 118-96 84 74 62-34 110 92 96-72 84 50 74-46 104 64V480H0z"
      />
      <path
        fill="var(--art-mid)"
        d="M0 350c120-52 226-46 330-14 92 28 170 34 262 6 120-36 214-50 330-14 112 34 208 26 312-14 72-28 140-30 206-8v174H0z"
      />
      <path
        fill="var(--art-near)"
        d="M0 404c150-44 270-34 392-6 116 26 214 20 320-8 130-34 246-30 364 6 128 38 246 20 364-28v112H0z"
      />
      <path
        className={signClassName}
        fill="var(--art-path)"
        d="M566 480c40-26 98-36 108-54 9-17-48-22-46-38 2-14 60-18 68-30 5-8-20-12-18-20 8 6 34 10 32 22-3 16-46 20-46 30 0 12 78 14 82 38 4 22-34 34-44 52z"
      />
      <path
        fill="var(--art-front)"
        d="M0 452c96-26 196-20 300 2 96 20 178 18 266 26H0zm1440-28c-130-10-226 6-336 28-110 20-236 14-360 28h696z"
      />
      <g fill="var(--art-front)">
        {trees.map(([x, y, height]) => (
          <path key={x} d={drawTree(x, y, height)} />
        ))}
      </g>
    </g>
  )
}

const trees: [x: number, y: number, height: number][] = [
  [118, 456, 92],
  [168, 452, 64],
  [232, 452, 78],
  [412, 466, 52],
  [448, 470, 74],
  [1010, 462, 70],
  [1052, 456, 96],
  [1104, 450, 60],
  [1262, 432, 84],
  [1318, 430, 110],
]

const drawTree = (x: number, y: number, height: number) =>
  `M${x} ${y - height}c${height * 0.16} ${height * 0.3} ${height * 0.2} ${height * 0.56} ${height * 0.18} ${height * 0.8}q-${height * 0.18} ${height * 0.16}-${height * 0.36} 0c0-${height * 0.24} 0-${height * 0.5} ${height * 0.18}-${height * 0.8}zm-3 ${height - 12}h6v24h-6z`
