import { Textarea, TextInput } from '@mantine/core'
import { withTax } from '@/shared/domain/text/formats'
import { storableLine } from '@/shared/domain/text/storable'
import type { Field, FieldInput, FieldOptions } from './field'

export type TextOptions = FieldOptions & {
  /** The most characters; 200 for a line, 5000 for a text. */
  max?: number
  /** The saved value of an empty field whose column is never null. */
  empty?: ''
  /** Which keyboard a phone shows. */
  keyboard?: 'email' | 'tel' | 'url' | 'text' | 'numeric'
  /** A further rule: why the trimmed text cannot be saved. */
  check?: (text: string) => string | null
  /** Converts the text before storing, for example to capitals. */
  stored?: (text: string) => string
}

export type OptionalText = TextOptions & { required?: false; empty?: never }
export type FilledText = TextOptions & ({ required: true } | { empty: '' })

/** One line of text. Saved trimmed; empty is null unless the field is required or has `empty`. */
export function text(label: string, options: FilledText): Field<string>
export function text(label: string, options?: OptionalText): Field<string | null>
export function text(label: string, options: TextOptions = {}): Field<string | null> {
  return textField(label, options, 200, lineInput(options.keyboard ?? 'text'))
}

/** Several lines of text, in a box that grows. */
export function longText(label: string, options: FilledText): Field<string>
export function longText(label: string, options?: OptionalText): Field<string | null>
export function longText(label: string, options: TextOptions = {}): Field<string | null> {
  return textField(label, { wide: true, ...options }, 5000, LongTextInput)
}

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** An e-mail address, with the keyboard for it. */
export const email = (label = 'Email', options: OptionalText = {}): Field<string | null> =>
  text(label, {
    keyboard: 'email',
    autoComplete: 'off',
    max: 254,
    check: (typed) => (emailShape.test(typed) ? null : 'This is not an email address. Example: anna@company.com'),
    ...options,
  })

/** A phone number, with the keyboard for it. */
export const phone = (label = 'Phone', options: OptionalText = {}): Field<string | null> =>
  text(label, {
    keyboard: 'tel',
    max: 40,
    check: (typed) => (/^[+\d][\d\s()./-]*$/.test(typed) ? null : 'A phone number has digits, spaces and a plus'),
    ...options,
  })

/** A field of one text. */
export function textField(
  label: string,
  options: TextOptions,
  usualMax: number,
  Input: Field<string | null>['Input'],
): Field<string | null> {
  const { max = usualMax, empty, keyboard: _, check, stored = (typed) => typed, ...shown } = options
  return {
    ...shown,
    label,
    draftOf: (value) => (typeof value === 'string' ? value : ''),
    problem: (draft) => {
      const typed = storableLine(draft)
      if (typed.length > max) return `${withTax(label)} has at most ${max} characters (now ${typed.length})`
      return check?.(typed) ?? null
    },
    valueOf: (draft) => {
      const typed = stored(storableLine(draft))
      return typed === '' && !options.required && empty === undefined ? null : typed
    },
    words: (draft) => draft.trim(),
    Input,
  }
}

/** The props that every Mantine input takes unchanged. */
export const shared = <Input extends Pick<FieldInput, 'description' | 'placeholder' | 'autoFocus'>>({
  description,
  placeholder,
  ...input
}: Input) => ({
  ...input,
  ...(placeholder === undefined ? {} : { placeholder }),
  ...(description === null ? {} : { description }),
  ...(input.autoFocus ? { 'data-autofocus': true } : {}),
})

/** One line, with that keyboard on a phone. */
export const lineInput = (keyboard: 'email' | 'tel' | 'url' | 'text' | 'numeric' | 'decimal', sign?: () => string) =>
  function LineInput({ onChange, value, ...input }: FieldInput) {
    return (
      <TextInput
        {...shared(input)}
        inputMode={keyboard}
        {...(sign ? { leftSection: sign() } : {})}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }

function LongTextInput({ onChange, value, ...input }: FieldInput) {
  return (
    <Textarea
      {...shared(input)}
      autosize
      minRows={3}
      maxRows={16}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
