import { useState } from 'react'
import { SelectField, TextArea, TextField } from '../../../src/ui/Field.tsx'
import { FilterField } from '../../../src/ui/Select.tsx'
import { SearchField } from '../../../src/ui/SearchField.tsx'
import { Chapter } from './Sample.tsx'

const nothing = () => undefined

export function Fields() {
  const [search, setSearch] = useState('surf')
  return (
    <Chapter title="Fields">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Empty" placeholder="Placeholder" />
        <TextField label="Filled" defaultValue="Sunrise Swimmers" />
        <TextField label="Required, with a hint" required hint="As your members know it." />
        <TextField label="With an error" defaultValue="wa.me/123" error="That is a private chat." />
        <TextField label="Disabled" disabled defaultValue="Disabled" />
        <TextField label="Read-only" readOnly defaultValue="Text to copy" />
        <TextArea label="Text" defaultValue="Several lines of text." />
        <TextArea label="Text with an error" error="Please describe the community" />
        <SelectField label="Choice">
          <optgroup label="Brazil">
            <option>Rio de Janeiro</option>
          </optgroup>
        </SelectField>
        <SelectField label="Choice with an error" error="Please select a category" />
        <FilterField label="Country" value="" onChange={nothing}>
          <option value="">Every country</option>
        </FilterField>
        <SearchField label="Search name or place" value={search} onSearch={setSearch} />
      </div>
    </Chapter>
  )
}
