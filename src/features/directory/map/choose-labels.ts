import type { Dot } from './group-dots.ts'
import type { Size } from './projection.ts'

export type LabelSide = 'right' | 'left' | 'below' | 'above'

export type Label = { name: string; side: LabelSide }

const labelHeight = 20
/** Longer names are truncated. */
const maxLabelWidth = 160
const gap = 3
/** An estimate: measuring the text would cost a layout. */
const characterWidth = 7.5
const padding = 8

type Rectangle = { left: number; right: number; top: number; bottom: number }

/**
 * Returns labels for the largest dots, beside them, where nothing overlaps. Few fit on a phone; the other names appear on
 * hover and focus.
 *
 * @param dots most communities first
 */
export function chooseLabels(dots: readonly Dot[], frame: Size): Map<Dot, Label> {
  const taken = dots.map(({ x, y, radius }) =>
    toRectangle(x - radius, y - radius, 2 * radius, 2 * radius),
  )
  const labels = new Map<Dot, Label>()
  const named = dots.flatMap((dot) => {
    const name = getName(dot)
    return name === null ? [] : { dot, name }
  })
  for (const { dot, name } of named.slice(0, Math.floor(frame.width / 50))) {
    const width = Math.min(maxLabelWidth, name.length * characterWidth + padding)
    const fits = ({ left, right, top, bottom }: Rectangle) =>
      left >= 0 && right <= frame.width && top >= 0 && bottom <= frame.height
    const free = listSpaces(dot, width).find(
      ({ space }) => fits(space) && !taken.some((other) => intersects(space, other)),
    )
    if (!free) continue
    taken.push(free.space)
    labels.set(dot, { name, side: free.side })
  }
  return labels
}

/** Returns the name of a place, or of the country of all places in a group. */
function getName({ places: [first, ...others] }: Dot): string | null {
  if (others.length === 0) return first.name
  return others.every(({ country }) => country === first.country) ? first.country : null
}

function listSpaces({ x, y, radius }: Dot, width: number): { side: LabelSide; space: Rectangle }[] {
  const toSpace = (left: number, top: number) => toRectangle(left, top, width, labelHeight)
  const middle = y - labelHeight / 2
  return [
    { side: 'right', space: toSpace(x + radius + gap, middle) },
    { side: 'left', space: toSpace(x - radius - gap - width, middle) },
    { side: 'below', space: toSpace(x - width / 2, y + radius + gap) },
    { side: 'above', space: toSpace(x - width / 2, y - radius - gap - labelHeight) },
  ]
}

const toRectangle = (left: number, top: number, width: number, height: number): Rectangle => ({
  left,
  right: left + width,
  top,
  bottom: top + height,
})

const intersects = (one: Rectangle, other: Rectangle) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom
