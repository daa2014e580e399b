import { checkbox } from '@/kit/fields/choice-fields'
import { defineFields, type Field, type FieldInput } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import type { MailVariable } from '@/documents/mail/words'
import { RichTextField } from '@/shared/ui/rich-text/rich-text-field'
import type { Suggest } from '@/shared/ui/rich-text/suggestion'

/** The fields of a template that may use these variables; `{{` in its text offers them. */
export const templateFields = (variables: readonly MailVariable[]) =>
  defineFields({
    name: text('Name', { required: true, max: 100 }),
    subject: text('Subject', { required: true, max: 300, wide: true }),
    body: bodyField(variables),
    attaches_paper: checkbox('Attach the PDF of the record'),
    is_active: checkbox('In use'),
  })

const bodyField = (variables: readonly MailVariable[]): Field<string> => {
  const suggest: Suggest = (before) => {
    const typed = /\{\{\s*([a-z_]*)$/.exec(before)
    if (!typed) return null
    return {
      typed: typed[0],
      options: variables
        .filter(({ name }) => name.startsWith(typed[1] ?? ''))
        .map(({ name, label }) => ({ id: name, label: `{{ ${name} }}`, detail: label })),
    }
  }
  return {
    label: 'Text',
    required: true,
    wide: true,
    help: 'Type {{ to choose a variable. A paragraph that is only a link becomes a button.',
    draftOf: (stored) => (typeof stored === 'string' ? stored : ''),
    problem: (draft) => (draft.length > 50_000 ? 'The text is too long' : null),
    valueOf: (draft) => draft,
    words: (draft) => draft.replace(/<[^>]*>/g, ' '),
    Input: function BodyInput({ value, onChange, label, error, disabled }: FieldInput) {
      return (
        <RichTextField
          label={label}
          value={value}
          onChange={onChange}
          error={error}
          disabled={disabled}
          minHeight={280}
          suggest={suggest}
        />
      )
    },
  }
}
