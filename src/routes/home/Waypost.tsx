/** The signpost of the home scene: one arm is a speech bubble, the others name destinations. */
export function Waypost() {
  return (
    <g>
      <path fill="var(--art-post)" d="M711 74q9-12 18 0v388h-18z" />
      <path fill="var(--art-post-dark)" d="M723 69q4 1 6 5v388h-6z" />

      <Board d="M560 178h168v44H560l-26-22z" text="Cape Town" x={638} y={208} tilt={-2} />
      <Board d="M712 238h138l24 20-24 20H712z" text="Bali" x={786} y={266} tilt={2.5} alt />
      <Board d="M588 292h140v38H588l-22-19z" text="Medellín" x={652} y={318} tilt={1.5} />

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

      <Backpack />
      <path
        fill="var(--art-front)"
        d="M672 476c8-22 14-28 18-30-2 10 0 16 2 22 4-14 10-22 16-24-4 10-4 18-2 24 6-10 12-16 20-18-6 10-8 18-8 26z"
      />
    </g>
  )
}

type BoardProps = { d: string; text: string; x: number; y: number; tilt: number; alt?: boolean }

function Board({ d, text, x, y, tilt, alt = false }: BoardProps) {
  return (
    <g transform={`rotate(${tilt} 720 ${y})`}>
      <path
        d={d}
        fill={alt ? 'var(--art-board-alt)' : 'var(--art-board)'}
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
        fill={alt ? '#fffaf0' : '#3b2817'}
        className="font-display"
      >
        {text}
      </text>
    </g>
  )
}

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
