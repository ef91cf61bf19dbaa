import { useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { cx } from '../../../ui/cx.ts'
import type { Label, LabelSide } from './choose-labels.ts'
import { GroupPanel } from './GroupPanel.tsx'
import type { Dot } from './group-dots.ts'
import { describeCommunities, formatCommunities } from '../directory-counts.ts'
import type { PlaceLinks } from './PlaceLink.tsx'
import type { Size } from './projection.ts'

type DotProps = PlaceLinks & {
  dot: Dot
  /** Visible beside the dot. Without it, the name appears on hover and focus. */
  label: Label | undefined
  frame: Size
}

export function PlaceDot({ dot, label, selected, hrefOf, frame }: DotProps) {
  const [place] = dot.places
  const isSelected = place.name === selected
  return (
    <Link
      to={hrefOf(place.name)}
      aria-label={`${isolate(place.name)}, ${place.country}: ${describeCommunities(place)}`}
      aria-current={isSelected ? 'true' : undefined}
      className={getDotClass(isSelected)}
      style={getDotStyle(dot)}
    >
      <span>{formatCommunities(dot)}</span>
      {label && <DotLabel {...label} />}
      <Tooltip dot={dot} frame={frame} title={`${isolate(place.name)}, ${place.country}`} />
    </Link>
  )
}

type GroupDotProps = DotProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** A button that lists the places of a dot. A ring around it distinguishes it from a single place. */
export function GroupDot({ dot, label, frame, isOpen, onOpenChange, ...links }: GroupDotProps) {
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const title = `${dot.places.length} places`
  const hasSelected = dot.places.some(({ name }) => name === links.selected)

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`${title}, ${describeCommunities(dot)}`}
        aria-current={hasSelected ? 'true' : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => onOpenChange(!isOpen)}
        className={cx(getDotClass(hasSelected), getRingClass(hasSelected))}
        style={getDotStyle(dot)}
      >
        <span>{formatCommunities(dot)}</span>
        {label && <DotLabel {...label} />}
        {!isOpen && <Tooltip dot={dot} frame={frame} title={title} />}
      </button>
      {isOpen && (
        <GroupPanel
          id={panelId}
          opener={button}
          onClose={() => onOpenChange(false)}
          {...{ title, dot, frame, ...links }}
        />
      )}
    </>
  )
}

/** A dot that only shows where its places were, while the map moves. */
export function PassiveDot({ dot, selected }: { dot: Dot; selected: string | null }) {
  const isSelected = dot.places.some(({ name }) => name === selected)
  return (
    <span
      className={cx(getDotClass(isSelected), dot.places.length > 1 && getRingClass(isSelected))}
      style={getDotStyle(dot)}
    >
      {formatCommunities(dot)}
    </span>
  )
}

const getRingClass = (isSelected: boolean) =>
  cx('ring-2', isSelected ? 'ring-clay/40' : 'ring-accent/40')

const getDotClass = (isSelected: boolean) =>
  cx(
    'group absolute grid -translate-1/2 place-items-center rounded-full border border-surface text-[0.6875rem] leading-none font-bold text-accent-on whitespace-nowrap tabular-nums no-underline transition-colors hover:z-10 focus-visible:z-10',
    isSelected ? 'bg-clay' : 'bg-accent hover:bg-accent-hover',
  )

const getDotStyle = ({ x, y, radius }: Dot) => ({
  left: x,
  top: y,
  width: 2 * radius,
  height: 2 * radius,
})

const labelSides: Record<LabelSide, string> = {
  right: 'top-1/2 left-full ml-0.75 -translate-y-1/2',
  left: 'top-1/2 right-full mr-0.75 -translate-y-1/2',
  below: 'top-full left-1/2 mt-0.75 -translate-x-1/2',
  above: 'bottom-full left-1/2 mb-0.75 -translate-x-1/2',
}

function DotLabel({ name, side }: Label) {
  return (
    <span
      dir="auto"
      aria-hidden="true"
      className={cx(
        'absolute max-w-40 truncate px-1 text-xs leading-5 font-semibold text-ink group-hover:invisible group-focus-visible:invisible',
        labelSides[side],
      )}
    >
      {name}
    </span>
  )
}

/** Shown on hover and focus. It extends toward the middle of the map, where it has room. */
function Tooltip({ dot, frame, title }: { dot: Dot; frame: Size; title: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'invisible absolute w-max max-w-44 whitespace-normal rounded-lg border border-line bg-surface px-3 py-2 text-left text-sm leading-snug font-semibold text-ink shadow-raised group-hover:visible group-focus-visible:visible',
        dot.x > frame.width / 2 ? '-right-1' : '-left-1',
        dot.y < frame.height / 2 ? 'top-full mt-1.5' : 'bottom-full mb-1.5',
      )}
    >
      <span>{title}</span>
      <span className="block text-xs font-normal text-ink-soft">
        {dot.places.length > 1
          ? `${describeCommunities(dot)}: ${listFirstNames(dot)}`
          : describeCommunities(dot)}
      </span>
    </span>
  )
}

function listFirstNames({ places }: Dot): string {
  const names = places.slice(0, 3).map(({ name }) => isolate(name))
  const others = places.length - names.length
  return `${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}
