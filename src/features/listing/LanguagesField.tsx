import { memo, useId } from 'react'
import { useController } from 'react-hook-form'
import { SelectField } from '../../ui/Field.tsx'
import { Options } from '../../ui/Select.tsx'
import { browserLanguages, languageName } from '../community/languages.ts'
import { languageCodes } from '../../supabase/rules/languages.ts'
import { maxLanguages } from '../../supabase/rules/limits.ts'
import { type CommunityFormMethods, parseLanguages } from './community-schema.ts'

type Props = {
  form: CommunityFormMethods
  /** Whether at least one language must be chosen. */
  isRequired: boolean
}

/**
 * A few languages, the language of the description first. Each choice shows another select. Their hundreds of options
 * would otherwise be rendered whenever the user types into another field.
 */
export const LanguagesField = memo(function LanguagesField({ form, isRequired }: Props) {
  const { field, fieldState } = useController({ control: form.control, name: 'languages' })
  const id = useId()
  const chosen = parseLanguages(field.value)
  const suggested = parseLanguages([...browserLanguages(), 'en'].join(','))
  const optional = isRequired ? '' : ' (optional)'

  const choose = (index: number, code: string) =>
    field.onChange(chosen.toSpliced(index, 1, code).filter(Boolean).join(','))

  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:*:first:col-span-2">
      {[...chosen, ''].slice(0, maxLanguages).map((current, index) => {
        const isFirst = index === 0
        const isOffered = (code: string) => code === current || !chosen.includes(code)
        return (
          <SelectField
            // Index keys keep each select mounted when a language moves up, so it keeps the focus.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            id={`${id}-${index}`}
            ref={isFirst ? field.ref : undefined}
            label={
              isFirst ? `Language of the description${optional}` : 'Another language (optional)'
            }
            required={isFirst && isRequired}
            error={isFirst ? fieldState.error?.message : undefined}
            value={current}
            onBlur={field.onBlur}
            onChange={(event) => choose(index, event.currentTarget.value)}
          >
            <option value="">{isFirst ? 'Select a language' : 'No other language'}</option>
            <Options group="Suggested" values={suggested.filter(isOffered)} textOf={languageName} />
            <Options
              group="All languages"
              values={codesByName.filter((code) => isOffered(code) && !suggested.includes(code))}
              textOf={languageName}
            />
          </SelectField>
        )
      })}
    </div>
  )
})

const codesByName = languageCodes.toSorted((one, other) =>
  languageName(one).localeCompare(languageName(other), 'en'),
)
