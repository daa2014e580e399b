import { ibanProblem, plainIban, readableIban } from '@/shared/domain/money/iban'
import type { Field, FieldInput } from './field'
import { type FilledText, lineInput, type OptionalText, textField, type TextOptions } from './text-fields'

/**
 * An IBAN, checked while it is typed and stored in its plain form. A right one also stands below the field in groups of
 * four, which are compared with a paper, and which a narrow window breaks and does not cut.
 */
export function iban(options: FilledText): Field<string>
export function iban(options?: OptionalText): Field<string | null>
export function iban(options: TextOptions = {}): Field<string | null> {
  return textField(
    'IBAN',
    {
      max: 50,
      check: ibanProblem,
      checkedWhileTyped: (draft) => plainIban(draft).length >= 15,
      stored: plainIban,
      ...options,
    },
    50,
    IbanInput,
  )
}

const PlainInput = lineInput('text')

function IbanInput({ description, ...input }: FieldInput) {
  const isRight = input.value.trim() !== '' && ibanProblem(input.value) === null
  return <PlainInput {...input} description={isRight ? readableIban(input.value) : description} />
}
