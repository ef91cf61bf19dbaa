import { Notice } from '../../ui/Feedback.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { type Doubt, type Encoding, encodingNames } from './read-table.ts'

type Props = { doubt: Doubt; onChoose: (encoding: Encoding) => void }

/** Shows how a file was read whose encoding is uncertain, and lets the admin choose another one. */
export function EncodingField({ doubt: { encoding, samples }, onChoose }: Props) {
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
