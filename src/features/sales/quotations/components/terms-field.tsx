import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Field, FieldInput } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { languageLabel } from '@/shared/domain/texts/languages'
import { termsQuery } from '../api/terms.query'

const text = longText('Terms', { max: 20000, wide: true })

/** The terms of a quotation: typed, or copied from a template. A template that changes later alters no quotation. */
export const termsField: Field<string | null> = { ...text, Input: TermsInput }

function TermsInput(input: FieldInput) {
  const { data: templates = [] } = useQuery(termsQuery)
  const chosen = templates.find(({ body }) => body.trim() === input.value.trim())
  return (
    <Stack gap="xs">
      <text.Input {...input} />
      {templates.length > 0 ? (
        <Select
          aria-label="Terms from a template"
          placeholder="Replace by the terms of a template…"
          size="xs"
          data={templates.map(({ id, name, language }) => ({
            value: id,
            label: `${name} · ${languageLabel(language)}`,
          }))}
          value={chosen?.id ?? null}
          allowDeselect={false}
          disabled={input.disabled}
          onChange={(id) => {
            const template = templates.find((each) => each.id === id)
            if (template) input.onChange(template.body)
          }}
        />
      ) : null}
    </Stack>
  )
}
