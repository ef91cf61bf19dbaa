import { X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { GhostButton } from '../../../ui/Button.tsx'
import { useWindowEvent } from '../../../lib/useWindowEvent.ts'
import type { Dot } from './group-dots.ts'
import { PlaceLink, type PlaceLinks } from './PlaceLink.tsx'
import type { Size } from './projection.ts'

type Props = PlaceLinks & {
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
export function GroupPanel({ id, title, dot, frame, opener, onClose, ...links }: Props) {
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
        top: dot.y + dot.radius + 6,
        left: Math.max(0, Math.min(frame.width - width, dot.x - width / 2)),
        width,
      }}
    >
      <div className="flex items-center justify-between gap-2 py-1.5 pr-1.5 pl-4">
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
