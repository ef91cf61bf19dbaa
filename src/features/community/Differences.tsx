// A single file of 'diff': the whole package adds code that compares lines, JSON and CSS.
import { diffWordsWithSpace } from 'diff/lib/diff/word.js'
import { cx } from '../../ui/cx.ts'
import type { Difference } from './find-differences.ts'
import { CommunityImage } from './CommunityImage.tsx'
import { isStockPhoto } from './images.ts'

type Props = {
  differences: readonly Difference[]
  /** Names of the two versions, the earlier one first. */
  captions?: readonly [before: string, after: string]
}

/** Shows two versions side by side, field by field, and marks the words that differ. */
export function Differences({ differences, captions = ['Approved', 'Proposed'] }: Props) {
  return (
    <dl className="mt-2 space-y-3">
      {differences.map((difference) => (
        <div key={difference.field}>
          <dt className="font-semibold">{difference.label}</dt>
          <dd className="mt-1 grid gap-2 sm:grid-cols-2">
            <Version caption={captions[0]} difference={difference} side="before" />
            <Version caption={captions[1]} difference={difference} side="after" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type VersionProps = { caption: string; difference: Difference; side: 'before' | 'after' }

function Version({ caption, difference, side }: VersionProps) {
  const value = difference[side]
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface px-3 py-2 text-ink">
      <p className="text-xs font-semibold text-ink-soft">{caption}</p>
      {difference.isImage ? (
        <BothVersions src={value} alt={`Image, ${caption}`} className="mt-1 w-full max-w-72" />
      ) : (
        // A long text scrolls, also with the keyboard, which Safari allows only for what can have the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <p dir="auto" tabIndex={0} className="max-h-56 overflow-y-auto whitespace-pre-line">
          {value ? <Words difference={difference} side={side} /> : <i>nothing</i>}
        </p>
      )}
    </div>
  )
}

/** One side's text. Words that the other side lacks are marked as deleted or inserted. */
function Words({ difference: { before, after }, side }: Omit<VersionProps, 'caption'>) {
  let key = 0
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => {
    key += 1
    if (side === 'before' ? added : removed) return null
    if (removed) {
      return (
        <del key={key} className="rounded-sm bg-danger-soft text-danger-ink">
          {value}
        </del>
      )
    }
    if (added) {
      return (
        <ins key={key} className="rounded-sm bg-success-soft text-success-ink">
          {value}
        </ins>
      )
    }
    return <span key={key}>{value}</span>
  })
}

type ImageProps = {
  src: string
  alt: string
  className: string
}

/**
 * An image and, for an upload, its small version. Reviewers need both: the owner's browser makes the small version, so it
 * may show something else.
 */
export function BothVersions({ src, alt, className }: ImageProps) {
  return (
    <>
      <CommunityImage src={src} alt={alt} className={cx('aspect-3/2', className)} />
      {!isStockPhoto(src) && (
        <figure className="mt-2 flex items-end gap-2">
          <CommunityImage
            src={src}
            isSmall
            alt={`${alt}, on cards`}
            className="aspect-3/2 w-36 max-w-full shrink!"
          />
          <figcaption className="text-xs text-ink-soft">On cards</figcaption>
        </figure>
      )}
    </>
  )
}
