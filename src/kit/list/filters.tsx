import { Chip, SegmentedControl, Select } from '@mantine/core'
import { uuidOf } from '@/shared/domain/records/uuid'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { SearchField } from '@/shared/ui/parts/search-field'
import type { Choice } from '../fields/choice-fields'
import type { Filter } from './filter'
import classes from './list.module.css'

/** A search by words. `placeholder` names the searched columns: `Name, company, email`. */
export const searchFilter = (
  label: string,
  placeholder: string,
  options: { autoFocus?: boolean } = {},
): Filter<string> => ({
  label,
  isSearch: true,
  read: (text) => text ?? '',
  write: (text) => text || null,
  Control: ({ value, onChange, ...shown }) => (
    <SearchField
      className={classes.search}
      label={shown.label}
      placeholder={placeholder}
      autoFocus={options.autoFocus ?? false}
      text={value}
      onSearch={onChange}
    />
  ),
})

/** One of a few parts of the list, side by side; the first is the usual one. */
export function segmentFilter<const Value extends string>(
  label: string,
  choices: readonly { value: Value; label: string }[],
  options: { isPlace?: boolean } = {},
): Filter<Value> {
  const [first] = choices
  if (!first) throw new Error('A filter needs a choice')
  const read = (text: string | null) => choices.find(({ value }) => value === text)?.value ?? first.value
  return {
    label,
    ...options,
    nameOf: (value) => choices.find((choice) => choice.value === value)?.label ?? first.label,
    read,
    write: (value) => (value === first.value ? null : value),
    Control: ({ value, onChange, ...shown }) => (
      <SegmentedControl
        aria-label={shown.label}
        value={value}
        onChange={(chosen) => onChange(read(chosen))}
        data={[...choices]}
      />
    ),
  }
}

type Choices = readonly Choice[] | (() => readonly Choice[])

/** One of a list of choices, or all. `choices` may be a function that uses hooks: a list read from the database. */
export const choiceFilter = (label: string, choices: Choices, every: string): Filter<string | null> => ({
  label,
  read: (text) => {
    if (text === null || text.length > 100) return null
    return typeof choices === 'function' || choices.some(({ value }) => value === text) ? text : null
  },
  write: (value) => value,
  Control: function ChoiceControl({ value, onChange, ...shown }) {
    const data = [...(typeof choices === 'function' ? choices() : choices)]
    return (
      <Select
        aria-label={shown.label}
        placeholder={every}
        w={180}
        clearable
        searchable={data.length > 6}
        selectFirstOptionOnChange
        data={data}
        value={value}
        onChange={onChange}
      />
    )
  },
})

/** A filter for one property: `On stop`. */
export const flagFilter = (label: string): Filter<boolean> => ({
  label,
  read: (text) => text === 'yes',
  write: (value) => (value ? 'yes' : null),
  Control: ({ value, onChange, ...shown }) => (
    <Chip checked={value} onChange={onChange}>
      {shown.label}
    </Chip>
  ),
})

/** The records of one contact. The value is the contact's id. */
export const contactFilter = (label: string, every: string): Filter<string | null> => ({
  label,
  read: uuidOf,
  write: (value) => value,
  Control: ({ value, onChange, ...shown }) => (
    <ContactPicker
      className={classes.picker}
      aria-label={shown.label}
      placeholder={every}
      value={value}
      onChange={onChange}
    />
  ),
})
