import { FileUp } from 'lucide-react'
import { useId } from 'react'
import { fieldLabel, listFields } from '../community/fields.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { type Doubt, type Encoding, encodingNames } from './csv.ts'

type Props = {
  label: string
  /** Whether it is only a small button. */
  isCompact?: boolean
  isDragging?: boolean
  onChoose: (file: File) => void
}

export function FileField({ label, isCompact = false, isDragging = false, onChoose }: Props) {
  const id = useId()

  return (
    <div
      className={cx(
        'relative rounded-xl border border-dashed transition-colors',
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
        isDragging ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken/40',
        isCompact
          ? 'flex-none border-transparent bg-transparent'
          : 'flex flex-col items-center gap-4 px-4 py-8 text-center',
      )}
    >
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-describedby={isCompact ? undefined : `${id}-hint`}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onChoose(file)
          // Otherwise choosing the same file again, once it is corrected, would not trigger a change event.
          event.target.value = ''
        }}
      />
      {!isCompact && <FileUp aria-hidden="true" className="size-8 text-accent-ink" />}
      <label
        htmlFor={id}
        className={cx(
          buttonClass({ variant: 'secondary', size: isCompact ? 'sm' : 'md' }),
          'cursor-pointer',
        )}
      >
        {label}
      </label>
      {!isCompact && <FileHint id={`${id}-hint`} />}
    </div>
  )
}

const required = ['name', 'description', 'location', 'category', 'languages', 'whatsapp_link']
const optional = ['requested_place', 'member_count', 'join_type', 'image_url', 'groups']
const listLabels = (names: string[]) => listFields(names.map(fieldLabel))

function FileHint({ id }: { id: string }) {
  return (
    <div id={id} className="max-w-prose space-y-2 text-sm text-ink-soft">
      <p className="font-semibold text-ink pointer-coarse:hidden">Or drop a file here.</p>
      <p>
        {`The first row names the columns, as in an export. Each community needs these: ${listLabels(required)}.`}
      </p>
      <p>
        {`Optional: ${listLabels(optional)}. Write each group on its own line, or separate groups with semicolons. Without an image, a community gets a stock photo.`}
      </p>
    </div>
  )
}

type EncodingProps = { doubt: Doubt; onChoose: (encoding: Encoding) => void }

/** Shows how a file was read whose encoding is uncertain, and lets the admin choose another one. */
export function EncodingField({ doubt: { encoding, samples }, onChoose }: EncodingProps) {
  const name = encodingNames[encoding]
  return (
    <>
      <Notice
        tone="warning"
        title={
          encoding === 'utf-8'
            ? 'Some characters of this file are not valid UTF-8'
            : `This file isn't UTF-8. It was read as ${name}.`
        }
      >
        <p>Check these cells. If they look wrong, choose another encoding.</p>
        <ul className="mt-1">
          {samples.map(({ number, text }, index) => (
            <li key={index} className="flex gap-2">
              <span className="shrink-0">{`Row ${number}:`}</span>
              <span translate="no" dir="auto" className="line-clamp-1 wrap-anywhere">
                {text}
              </span>
            </li>
          ))}
        </ul>
      </Notice>
      <SelectField
        label="Encoding"
        translate="no"
        value={encoding}
        onChange={({ currentTarget: { value } }) => {
          if (isEncoding(value)) onChoose(value)
        }}
      >
        {Object.entries(encodingNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </>
  )
}

const isEncoding = (value: string): value is Encoding => Object.hasOwn(encodingNames, value)
