import { X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { useWindowEvent } from '../../../lib/useWindowEvent.ts'
import { GhostButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { describeCommunities, formatCommunities } from '../directory-queries.ts'
import { PlaceLink, type PlaceLinks } from './NearestPlaces.tsx'
import { type Dot, dotRadius, type Size } from './projection.ts'

type DotProps = PlaceLinks & { dot: Dot; frame: Size }

/** A link with the number of communities. The name appears on hover and focus. */
export function PlaceDot({ dot, selected, hrefOf, frame }: DotProps) {
  const [place] = dot.places
  const isSelected = selected.includes(place.name)
  return (
    <Link
      to={hrefOf(place.name)}
      aria-label={`${isolate(place.name)}, ${place.country}: ${describeCommunities(place)}`}
      aria-current={isSelected ? 'true' : undefined}
      className={getDotClass(isSelected)}
      style={getDotStyle(dot)}
    >
      <span>{formatCommunities(dot)}</span>
      <Tooltip dot={dot} frame={frame} title={`${isolate(place.name)}, ${place.country}`} />
    </Link>
  )
}

type GroupDotProps = DotProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** A button that lists the places of a dot. A ring around it distinguishes it from a single place. */
export function GroupDot({ dot, frame, isOpen, onOpenChange, ...links }: GroupDotProps) {
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const title = `${dot.places.length} places`
  const hasSelected = dot.places.some(({ name }) => links.selected.includes(name))

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
        className={cx(
          getDotClass(hasSelected),
          'ring-2',
          hasSelected ? 'ring-clay/40' : 'ring-accent/40',
        )}
        style={getDotStyle(dot)}
      >
        <span>{formatCommunities(dot)}</span>
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

const getDotClass = (isSelected: boolean) =>
  cx(
    'group absolute grid min-w-8 h-8 px-1 -translate-1/2 place-items-center rounded-full border border-surface text-[0.6875rem] leading-none font-bold text-accent-on whitespace-nowrap tabular-nums no-underline transition-colors hover:z-10 focus-visible:z-10',
    isSelected ? 'bg-clay' : 'bg-accent hover:bg-accent-hover',
  )

const getDotStyle = ({ x, y }: Dot) => ({ left: x, top: y })

/** Shown on hover and focus. It extends toward the middle of the map, where it has room. */
function Tooltip({ dot, frame, title }: { dot: Dot; frame: Size; title: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'invisible absolute w-max max-w-44 whitespace-normal rounded-lg border border-line bg-surface px-3 py-2 text-start text-sm leading-snug font-semibold text-ink shadow-raised group-hover:visible group-focus-visible:visible',
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
  const names = places.slice(0, 3).map(({ name }) => name)
  const others = places.length - names.length
  return `${names.map(isolate).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

type GroupPanelProps = PlaceLinks & {
  id: string
  title: string
  dot: Dot
  frame: Size
  opener: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/**
 * Lists the places of a group, below its dot. It is as wide as the map on a phone, and covers what is below the map, so
 * that nothing moves. Escape, and pressing or focusing anything else, closes it.
 */
function GroupPanel({ id, title, dot, frame, opener, onClose, ...links }: GroupPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const width = Math.min(320, frame.width)

  const close = () => {
    onClose()
    opener.current?.focus()
  }
  const closeIfOutside = ({ target }: Event) => {
    const isInside = [panel, opener].some(
      ({ current }) => target instanceof Node && current?.contains(target),
    )
    if (!isInside) onClose()
  }
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && close())
  useWindowEvent('pointerdown', closeIfOutside)
  useWindowEvent('focusin', closeIfOutside)
  useEffect(() => {
    // Returns nothing: the newest browsers return a promise, which React would call to clean up.
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <div
      ref={panel}
      id={id}
      role="group"
      aria-label={title}
      className="absolute z-20 animate-drop-in scroll-m-4 rounded-xl border border-line bg-surface text-ink shadow-raised"
      style={{
        top: dot.y + dotRadius + 6,
        left: Math.max(0, Math.min(frame.width - width, dot.x - width / 2)),
        width,
      }}
    >
      <div className="flex items-center justify-between gap-2 py-1.5 ps-4 pe-1.5">
        <p className="font-display font-semibold">{title}</p>
        <GhostButton icon={X} aria-label="Close" onClick={close} />
      </div>
      <ul className="max-h-60 overflow-y-auto overscroll-contain border-t border-line p-1.5">
        {dot.places.map((place) => (
          <li key={place.name}>
            <PlaceLink place={place} {...links} />
          </li>
        ))}
      </ul>
    </div>
  )
}
