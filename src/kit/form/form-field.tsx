import { example, withTax } from '@/shared/domain/text/formats'
import { useId } from 'react'
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
  const field = form.fields[name]
  if (!field || !isShown(field, form.drafts, form.rights)) return null
  const other = namesOf(form.fields).find((each) => each === field.otherSide)
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
        value={form.drafts[name]}
        error={form.problemOf(name)}
        onChange={(draft) => form.put(name, draft)}
        putOther={other && ((draft) => form.put(other, draft))}
        onBlur={() => form.leave(name)}
      />
    </div>
  )
}
