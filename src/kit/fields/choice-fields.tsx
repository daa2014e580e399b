import { withTax } from '@/shared/domain/text/formats'
import { Checkbox, Group, MultiSelect, Select, TagsInput } from '@mantine/core'
import { z } from 'zod'
import { storableLine } from '@/shared/domain/text/storable'
import type { ComponentType } from 'react'
import type { Field, FieldInput, FieldOptions } from './field'
import { shared } from './text-fields'

export type Choice = { value: string; label: string; disabled?: boolean }
type Choices = readonly Choice[] | (() => readonly Choice[])
type ChoiceOptions = FieldOptions & {
  /** False for a choice that is not offered to this company; what is chosen already stays. */
  isOffered?: (value: string) => boolean
}
type Required = ChoiceOptions & { required: true }

/** Each value once, as the first one is called: a list with two rows of one value cannot be drawn. */
function listOf(choices: Choices): Choice[] {
  const all = typeof choices === 'function' ? choices() : choices
  const seen = new Set<string>()
  return all.filter(({ value }) => !seen.has(value) && seen.add(value))
}

/**
 * A choice among a few options. `choices` may be a hook that reads the list from the database. Enter takes the first
 * option that matches the typed text.
 */
export function choice(label: string, choices: Choices, options: Required): Field<string>
export function choice(label: string, choices: Choices, options?: ChoiceOptions): Field<string | null>
export function choice(label: string, choices: Choices, options: ChoiceOptions = {}): Field<string | null> {
  const { isOffered = () => true, ...shown } = options
  return {
    missing: 'Please choose one',
    ...shown,
    label,
    draftOf: (stored) => (typeof stored === 'string' || typeof stored === 'number' ? String(stored) : ''),
    problem: () => null,
    valueOf: (draft) => (draft === '' && !options.required ? null : draft),
    words: (draft) =>
      typeof choices === 'function' ? draft : withTax(choices.find(({ value }) => value === draft)?.label ?? draft),
    Input: function ChoiceInput({ onChange, value, ...input }: FieldInput) {
      const data = listOf(choices)
        .filter((each) => isOffered(each.value) || each.value === value)
        .map((each) => ({ ...each, label: withTax(each.label) }))
      return (
        <Select
          {...shared(input)}
          data={data}
          searchable={data.length > 6}
          selectFirstOptionOnChange
          clearable={!input.required}
          allowDeselect={false}
          value={value === '' ? null : value}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      )
    },
  }
}

/** Yes or no, with its label beside the box. */
export const checkbox = (label: string, options: FieldOptions = {}): Field<boolean> => ({
  wide: true,
  ...options,
  label,
  draftOf: (stored) => (stored === true ? 'yes' : ''),
  problem: () => null,
  valueOf: (draft) => draft === 'yes',
  words: (draft) => (draft === 'yes' ? 'yes' : 'no'),
  Input: function CheckboxInput({ onChange, value, required: _, ...input }: FieldInput) {
    return (
      <Checkbox
        {...shared(input)}
        checked={value === 'yes'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : '')}
      />
    )
  },
})

const tagsSchema = z.array(z.string())

/** Short words, saved as a list without doubles. */
export const tags = (label: string, options: FieldOptions & { most?: number } = {}): Field<string[]> => {
  const { most = 20, ...shown } = options
  const listed = (draft: string): string[] => {
    if (draft === '') return []
    return [...new Set(tagsSchema.catch([]).parse(parsed(draft)).map(storableLine).filter(Boolean))]
  }
  return {
    ...shown,
    label,
    isEmpty: (draft) => listed(draft).length === 0,
    draftOf: (stored) => (Array.isArray(stored) && stored.length > 0 ? JSON.stringify(stored) : ''),
    problem: (draft) =>
      listed(draft).length > most
        ? `At most ${most} tags`
        : listed(draft).some((tag) => tag.length > 50)
          ? 'A tag has at most 50 characters'
          : null,
    valueOf: listed,
    words: (draft) => listed(draft).join(', '),
    Input: function TagsField({ onChange, value, ...input }: FieldInput) {
      return (
        <TagsInput
          {...shared(input)}
          value={listed(value)}
          onChange={(next) => onChange(next.length > 0 ? JSON.stringify(next) : '')}
        />
      )
    },
  }
}

type ListInput = ComponentType<FieldInput & { chosen: readonly string[] }>

/** A field of several choices, saved as a list in the order of the choices. */
function listOfChoices(
  label: string,
  choices: readonly Choice[],
  options: FieldOptions,
  ListInput: ListInput,
): Field<string[]> {
  const listed = (draft: string): string[] => {
    const chosen = new Set(draft === '' ? [] : tagsSchema.catch([]).parse(parsed(draft)))
    return choices.map(({ value }) => value).filter((value) => chosen.has(value))
  }
  return {
    missing: 'Please choose at least one',
    ...options,
    label,
    isEmpty: (draft) => listed(draft).length === 0,
    draftOf: (stored) => (Array.isArray(stored) && stored.length > 0 ? JSON.stringify(stored) : ''),
    problem: () => null,
    valueOf: listed,
    words: (draft) =>
      listed(draft)
        .map((value) => choices.find((each) => each.value === value)?.label ?? value)
        .join(', '),
    Input: (input: FieldInput) => <ListInput {...input} chosen={listed(input.value)} />,
  }
}

const draftOfList = (chosen: readonly string[]) => (chosen.length > 0 ? JSON.stringify(chosen) : '')

/** Several of many choices, found by typing. Saved as a list in the order of the choices. */
export const someOf = (label: string, choices: readonly Choice[], options: FieldOptions = {}): Field<string[]> =>
  listOfChoices(label, choices, options, function SomeInput({ onChange, value: _, chosen, ...input }) {
    return (
      <MultiSelect
        {...shared(input)}
        data={[...choices]}
        searchable
        clearSearchOnChange
        hidePickedOptions
        value={[...chosen]}
        onChange={(next) => onChange(draftOfList(next))}
      />
    )
  })

/** Several choices with a checkbox each, saved as a list in the order of the choices. */
export const severalOf = (label: string, choices: readonly Choice[], options: FieldOptions = {}): Field<string[]> =>
  listOfChoices(label, choices, options, function SeveralInput({ onChange, value: _, chosen, ...input }) {
    const { autoFocus, id: _id, name: _name, ...group } = shared(input)
    return (
      <Checkbox.Group {...group} value={[...chosen]} onChange={(next) => onChange(draftOfList(next))}>
        <Group gap="md" my={6}>
          {choices.map(({ value: each, label: words }, index) => (
            <Checkbox key={each} value={each} label={words} autoFocus={autoFocus && index === 0} />
          ))}
        </Group>
      </Checkbox.Group>
    )
  })

/** JSON that a form kept; null when it cannot be read. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
