import { ImagePlus, RotateCw, Trash2, X } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { buttonClass, GhostButton, SmallButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { FieldError } from '../../../ui/Field.tsx'
import { CommunityImage } from '../../community/CommunityImage.tsx'
import { isStockPhoto, stockPhoto } from '../../community/images.ts'
import type { CommunityFormMethods } from '../community-schema.ts'
import { describeSize, type ImageUpload } from './useImageUpload.tsx'
import { findCategory } from '../../community/vocabulary.ts'

/**
 * Chooses an image, or receives a dropped one; the form handles pasting. Removing an uploaded image shows the category's
 * stock photo, and removing the stock photo leaves no image. Canceling an upload keeps the current image.
 */
export function ImageField({ form, upload }: { form: CommunityFormMethods; upload: ImageUpload }) {
  const id = useId()
  const [isDragging, setIsDragging] = useState(false)
  const { field, fieldState } = useController({ control: form.control, name: 'image_url' })
  const { ref, value, onBlur } = field
  const chosen = useWatch({ control: form.control, name: 'category' })
  const category = findCategory(chosen)
  const isStock = isStockPhoto(value)
  const error = upload.problem ?? fieldState.error?.message

  const replaceImage = (url: string) => {
    upload.cancel()
    form.setValue('image_url', url, { shouldDirty: true, shouldValidate: url !== '' })
  }
  const secondary = upload.isPending
    ? { icon: X, children: 'Cancel upload', onClick: upload.cancel }
    : value
      ? {
          icon: Trash2,
          children: 'Remove image',
          onClick: () => replaceImage(isStock ? '' : stockPhoto(category)),
        }
      : { children: 'Use a stock photo', onClick: () => replaceImage(stockPhoto(category)) }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsDragging(false)
    const file = event.dataTransfer.files[0]
    if (file) upload.choose(file)
  }

  return (
    <div className="min-w-0 space-y-1.5">
      <label htmlFor={id} className="block text-sm font-semibold text-ink">
        Community Image
        <span aria-hidden="true" className="text-clay">
          {' *'}
        </span>
      </label>
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setIsDragging(true)
        }}
        onDragLeave={() => setIsDragging(false)}
        onDrop={drop}
        className={cx(
          'relative overflow-hidden rounded-xl border border-dashed p-4 transition-colors',
          'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
          isDragging ? 'bg-accent-soft' : 'bg-sunken/40',
          error ? 'border-danger' : isDragging ? 'border-accent' : 'border-line-strong',
        )}
      >
        <input
          ref={ref}
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/gif"
          aria-describedby={cx(`${id}-hint`, error && `${id}-error`)}
          aria-invalid={error ? true : undefined}
          aria-required="true"
          className="sr-only"
          onBlur={onBlur}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) upload.choose(file)
            // Otherwise choosing the same file again, after a failure, would not trigger a change event.
            event.target.value = ''
          }}
        />
        <div className="flex flex-col items-center gap-4 sm:flex-row">
          {value ? (
            <CommunityImage
              src={value}
              alt={isStock ? 'Stock photo of the category' : 'Preview of the community image'}
              className="aspect-[3/2] w-full max-w-60 border border-line sm:w-44"
            />
          ) : (
            <span className="grid size-14 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
              <ImagePlus aria-hidden="true" className="size-6" />
            </span>
          )}
          <div className="min-w-0 flex-1 space-y-3 text-center sm:text-start">
            <p id={`${id}-hint`} className="text-sm text-ink-soft">
              <span className="block font-semibold text-ink pointer-coarse:hidden">
                {isStock
                  ? 'This stock photo follows the category.'
                  : 'Drop an image here, or paste one.'}
              </span>
              PNG, JPG, GIF up to 5MB
            </p>
            <div className="flex flex-wrap justify-center gap-2 sm:justify-start">
              <label
                htmlFor={id}
                aria-hidden="true"
                className={cx(buttonClass({ variant: 'secondary', size: 'sm' }), 'cursor-pointer')}
              >
                {value ? 'Replace image' : 'Choose image'}
              </label>
              {/* One button for all actions, so that it keeps the focus. */}
              <GhostButton {...secondary} />
            </div>
          </div>
        </div>
        <ImageProgress upload={upload} />
      </div>
      {error && (
        <FieldError id={`${id}-error`} role={upload.problem ? 'alert' : undefined}>
          {error}
        </FieldError>
      )}
      {upload.repeat && (
        <SmallButton icon={RotateCw} onClick={upload.repeat}>
          Try again
        </SmallButton>
      )}
    </div>
  )
}

/** The progress or result of the upload, which screen readers announce. */
function ImageProgress({ upload: { progress, uploaded } }: { upload: ImageUpload }) {
  return (
    <output className="block">
      {progress && (
        <div className="mt-4 space-y-1.5">
          <p className="text-sm font-medium text-ink">{progress.step}</p>
          <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
            <div
              className="h-full rounded-full bg-accent transition-[width]"
              style={{ width: `${Math.max(8, progress.share * 100)}%` }}
            />
          </div>
        </div>
      )}
      {uploaded && (
        <p className="mt-4 text-sm font-medium text-success-ink">
          {describeSize(uploaded.versions.full)}
        </p>
      )}
      {uploaded?.isAnimated && (
        <p className="text-sm text-ink-soft">Only the first frame of the animation is kept.</p>
      )}
    </output>
  )
}
