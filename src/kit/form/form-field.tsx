import { example, withTax } from '@/shared/domain/text/formats'
import { Text } from '@mantine/core'
import { useId, useState } from 'react'
import { FieldLanguages } from '../texts/field-languages'
import { type Fields, helpOf, isShown, namesOf } from '../fields/field'
import type { RecordFormState } from './use-record-form'
import classes from './form.module.css'

type FormFieldProps<F extends Fields> = {
  form: RecordFormState<F>
  name: keyof F & string
  autoFocus?: boolean
}

/** One field of a form, with its label, help, problem, and the keyboard for it; nothing while it is hidden. */
export function FormField<F extends Fields>({ form, name, autoFocus = false }: FormFieldProps<F>) {
  const id = useId()
  const [isTyping, setIsTyping] = useState(false)
  const field = form.fields[name]
  if (!field || !isShown(field, form.drafts, form.rights)) return null
  const other = namesOf(form.fields).find((each) => each === field.otherSide)
  const draft = form.drafts[name]
  const error = form.problemOf(name)
  return (
    <div className={field.wide ? classes.wide : undefined}>
      <field.Input
        id={id}
        name={name}
        label={withTax(field.labelIn?.(form.drafts) ?? field.label)}
        required={field.required ?? false}
        description={helpOf(field)}
        placeholder={field.placeholder === undefined ? undefined : example(field.placeholder)}
        autoComplete={field.autoComplete ?? 'off'}
        disabled={form.isSaving || (field.readOnly ?? false)}
        autoFocus={autoFocus}
        value={draft}
        error={error}
        onChange={(typed) => {
          setIsTyping(true)
          form.put(name, typed)
        }}
        putOther={other && ((draft) => form.put(other, draft))}
        onBlur={() => {
          setIsTyping(false)
          form.leave(name)
        }}
      />
      <FieldLanguages name={name} label={field.label} original={form.stored[name]} />
      {field.about ? <Doubt doubt={form.outdatedOf(name)} /> : null}
      {field.doubtIn ? (
        <Doubt doubt={isTyping || error !== null || draft === '' ? null : field.doubtIn(draft, form.drafts)} />
      ) : null}
    </div>
  )
}

/** A doubt about the value; screen readers hear it when it comes. */
const Doubt = ({ doubt }: { doubt: string | null }) => (
  <Text size="xs" role="status" className={classes.doubt}>
    {doubt === null ? null : withTax(doubt)}
  </Text>
)
