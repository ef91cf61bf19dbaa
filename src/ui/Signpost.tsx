import { Link } from 'react-router-dom'

const boards = [
  {
    place: 'Cape Town',
    d: 'M560 178h168v44H560l-26-22z',
    ends: [534, 728],
    text: [638, 208],
    tilt: -2,
    isDark: false,
  },
  {
    place: 'Bali',
    d: 'M712 238h138l24 20-24 20H712z',
    ends: [712, 874],
    text: [786, 266],
    tilt: 2.5,
    isDark: true,
  },
  {
    place: 'Medellín',
    d: 'M588 292h140v38H588l-22-19z',
    ends: [566, 728],
    text: [652, 318],
    tilt: 1.5,
    isDark: false,
  },
] as const

type BoardProps = (typeof boards)[number]

/** Returns the URL to which the board of a place links; null if it is only decorative. */
export type GetLink = (place: BoardProps['place']) => string | null

type Props = { className: string | undefined; getLink: GetLink }

/** The signpost of the home scene: one arm is a speech bubble, the others name places. */
export function Signpost({ className, getLink }: Props) {
  return (
    <g className={className}>
      <g aria-hidden="true">
        <path fill="var(--art-post)" d="M711 74q9-12 18 0v388h-18z" />
        <path fill="var(--art-post-dark)" d="M723 69q4 1 6 5v388h-6z" />
      </g>
      {boards.map((board) => {
        const link = getLink(board.place)
        return link ? (
          <Link
            key={board.place}
            to={link}
            translate="no"
            aria-label={`Communities in ${board.place}`}
            className="group outline-hidden"
          >
            <Board {...board} />
          </Link>
        ) : (
          <g key={board.place} aria-hidden="true">
            <Board {...board} />
          </g>
        )
      })}
      <g aria-hidden="true">
        <SpeechBubble />
        <Backpack />
        <path
          fill="var(--art-front)"
          d="M672 476c8-22 14-28 18-30-2 10 0 16 2 22 4-14 10-22 16-24-4 10-4 18-2 24 6-10 12-16 20-18-6 10-8 18-8 26z"
        />
      </g>
    </g>
  )
}

/** In the units of the scene: 24 pixels on a phone, where the scene has its smallest size. */
const targetHeight = 52

function Board({ place, d, ends: [left, right], text: [x, y], tilt, isDark }: BoardProps) {
  const target = {
    x: left - 6,
    y: y - 8 - targetHeight / 2,
    width: right - left + 12,
    height: targetHeight,
    rx: 8,
  }
  return (
    <g transform={`rotate(${tilt} 720 ${y})`}>
      {/* Two colors: one of them contrasts with what is behind the ring. */}
      <rect
        {...target}
        fill="transparent"
        strokeWidth="10"
        className="group-focus-visible:stroke-paper"
      />
      <path
        d={d}
        fill={isDark ? 'var(--art-board-alt)' : 'var(--art-board)'}
        stroke="var(--art-post-dark)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <text
        x={x}
        y={y}
        textAnchor="middle"
        fontSize="25"
        fontWeight="600"
        fill={isDark ? '#fffaf0' : '#3b2817'}
        className="font-display group-hover:underline"
      >
        {place}
      </text>
      <rect {...target} fill="none" strokeWidth="5" className="group-focus-visible:stroke-focus" />
    </g>
  )
}

function SpeechBubble() {
  return (
    <g transform="rotate(-1.5 720 130)">
      <path
        fill="var(--art-bubble)"
        d="M700 96h156q8 0 14 6l30 28q7 7 0 14l-30 28q-6 6-14 6H744l-22 22q-8 7-8-4v-18h-14q-16 0-16-16v-50q0-16 16-16z"
      />
      <g fill="var(--art-bubble-on)">
        <circle cx="746" cy="137" r="8" />
        <circle cx="786" cy="137" r="8" />
        <circle cx="826" cy="137" r="8" />
      </g>
    </g>
  )
}

/** Beside the post. */
function Backpack() {
  return (
    <g transform="rotate(8 762 440)" stroke="var(--art-post-dark)" strokeWidth="3">
      <path fill="none" d="M752 398q10-14 20 0" />
      <path fill="var(--art-board-alt)" d="M738 418q0-22 24-22t24 22v46q0 6-6 6h-36q-6 0-6-6z" />
      <path fill="var(--art-board)" d="M744 440h36v22q0 4-4 4h-28q-4 0-4-4z" />
      <path fill="none" d="M744 449h36M738 420h48" />
    </g>
  )
}
