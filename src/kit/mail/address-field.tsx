import { TagsInput } from '@mantine/core'
import { isEmail } from '@/shared/domain/text/email'
import type { Field, FieldInput, FieldOptions } from '../fields/field'

const listed = (draft: string): string[] => draft.split('\n').filter((one) => one !== '')

/** E-mail addresses with suggestions. The draft has one a line; an invalid address is named under the field. */
export const addresses = (
  label: string,
  suggestions: readonly { email: string; name: string | null }[],
  options: FieldOptions = {},
): Field<string[]> => ({
  wide: true,
  ...options,
  label,
  draftOf: (stored) => (Array.isArray(stored) ? stored.join('\n') : ''),
  problem: (draft) => {
    const wrong = listed(draft).find((one) => !isEmail(one))
    if (wrong !== undefined) return `“${wrong}” is not an email address. Example: anna@company.com`
    return listed(draft).length > 20 ? 'A mail goes to 20 addresses at most' : null
  },
  valueOf: listed,
  words: (draft) => listed(draft).join(', '),
  checkedWhileTyped: (draft) => draft !== '',
  Input: function AddressInput({ value, onChange, description, ...input }: FieldInput) {
    const names = new Map(suggestions.map(({ email, name }) => [email, name]))
    return (
      <TagsInput
        {...input}
        description={description}
        type="email"
        value={listed(value)}
        onChange={(list) => onChange([...new Set(list.map((one) => one.trim().toLowerCase()))].join('\n'))}
        data={suggestions.map(({ email }) => email)}
        renderOption={({ option }) => (
          <span>
            {names.get(option.value) ?? option.value}
            {names.get(option.value) ? (
              <span style={{ color: 'var(--mantine-color-dimmed)' }}> {option.value}</span>
            ) : null}
          </span>
        )}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        clearable
      />
    )
  },
})
