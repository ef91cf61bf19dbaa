import { Chapter, Sample } from './Sample.tsx'

const colors = [
  'paper',
  'surface',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'ink-soft',
  'accent',
  'accent-soft',
  'accent-ink',
  'clay',
  'danger',
  'danger-soft',
  'danger-ink',
  'warning-soft',
  'warning-ink',
  'success-soft',
  'success-ink',
  'focus',
]

/** The colors and type of tailwind.config.ts. */
export function Tokens() {
  return (
    <Chapter title="Colour and type">
      <Sample title="Colours">
        {colors.map((color) => (
          <div key={color} className="w-28 text-xs">
            <div
              className="h-12 rounded-lg border border-line"
              style={{ background: `var(--color-${color})` }}
            />
            {color}
          </div>
        ))}
      </Sample>
      <Sample title="Type">
        <div className="space-y-2">
          <p className="font-display text-5xl font-semibold tracking-tight">Back Soon</p>
          <p className="font-display text-3xl font-semibold">A screen's heading</p>
          <p className="font-display text-xl font-semibold">A card's heading</p>
          <p>Running text.</p>
          <p className="text-sm text-ink-soft">Secondary text, smaller and softer.</p>
        </div>
      </Sample>
    </Chapter>
  )
}
