import { withTax } from '@/shared/domain/text/formats'
import { Alert, Button, Group, Stack, Title } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import type { ReactNode, SubmitEvent } from 'react'
import { ChangedMeanwhile } from '@/shared/ui/page/changed-meanwhile'
import { Problem } from '@/shared/ui/page/problem'
import { type Fields, isShown, namesOf } from '../fields/field'
import { useWords } from '../fields/use-words'
import { ActionButton } from './action-button'
import { FormField } from './form-field'
import { useFormOfPage } from './forms-of-page'
import classes from './form.module.css'
import type { RecordFormState } from './use-record-form'

export type FormSection<F extends Fields> = {
  title?: string
  fields: readonly (keyof F & string)[]
  /** Under the fields of the section. */
  after?: ReactNode
}

type RecordFormProps<F extends Fields> = {
  form: RecordFormState<F>
  /** The name of the form for screen readers: `Edit note`. */
  label: string
  submitLabel: string
  /** Groups of fields. Without them the form has one. */
  sections?: readonly FormSection<F>[]
  /** Shows Cancel. What was typed is thrown away first. */
  onCancel?: () => void
  /** A second button right of the first one. */
  actions?: ReactNode
  /** Words left of the buttons. */
  hint?: ReactNode
  /** Between the fields and the buttons. */
  children?: ReactNode
  /** Without paper and border: inside a dialog or a table. */
  isPlain?: boolean
  /** Saving it unchanged does something too: a delivery that failed is planned again. */
  isAct?: boolean
  autoFocus?: boolean
  /** The button's label when another person has removed the record: `Publish as a new note`. */
  goneLabel?: string
}

/** A form of one record: its fields in sections, problems under them, and the buttons. */
export function RecordForm<F extends Fields>(props: RecordFormProps<F>) {
  const { form, label, submitLabel, goneLabel, isPlain = false } = props
  const { attach } = form
  const wordsOf = useWords(form.fields)
  const names = namesOf(form.fields)
  const typedBefore = names.flatMap((name) =>
    form.drafts[name] === form.stored[name]
      ? []
      : [
          `${withTax(form.fields[name]?.label ?? name)}: ${wordsOf(name, form.drafts[name])}, saved is ${wordsOf(name, form.stored[name])}.`,
        ],
  )
  useFormOfPage({ ...form, typedBefore: form.isRestored ? typedBefore.join(' ') : null })
  const hasShownField = ({ fields, after }: FormSection<F>) =>
    after !== undefined ||
    fields.some((name) => {
      const field = form.fields[name]
      return field !== undefined && isShown(field, form.drafts, form.rights)
    })
  const sections = (props.sections ?? [{ fields: names }]).filter(hasShownField)
  const first = props.autoFocus ? sections[0]?.fields[0] : undefined
  return (
    <form
      ref={attach}
      className={classes.form}
      data-plain={isPlain || undefined}
      data-kept
      aria-label={withTax(label)}
      noValidate
      onKeyDown={getHotkeyHandler([['mod+Enter', () => form.submit()]])}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <Stack gap={sections.length > 1 ? 'lg' : 'sm'}>
        {form.isRestored ? <Restored isNew={form.isNew} onDiscard={form.discard} /> : null}
        {sections.map((section, place) => (
          <section key={place} {...(section.title ? { 'aria-label': section.title } : {})}>
            {section.title ? (
              <Title order={2} mb="xs">
                {section.title}
              </Title>
            ) : null}
            <div className={classes.fields}>
              {section.fields.map((name) => (
                <FormField key={name} form={form} name={name} autoFocus={name === first} />
              ))}
            </div>
            {section.after}
          </section>
        ))}
        {props.children}
        {form.isGone ? (
          <Alert color="yellow" role="alert" title="Somebody removed this meanwhile">
            What you typed is still here.{goneLabel ? ' You can save it as a new record.' : null}
          </Alert>
        ) : null}
        {form.conflicts.map((name) => (
          <ChangedMeanwhile
            key={name}
            field={withTax(form.fields[name]?.label ?? name)}
            now={wordsOf(name, form.stored[name])}
            isProposal={form.isNew}
            onTake={() => form.takeTheirs(name)}
            onInsist={() => form.keepMine(name)}
          />
        ))}
        {form.problem ? <Problem>{form.problem}</Problem> : null}
        <Group justify={props.hint ? 'space-between' : 'flex-end'} gap="xs">
          {props.hint}
          <Group gap="xs">
            {props.onCancel ? (
              <Button
                variant="default"
                onClick={() => {
                  form.discard()
                  props.onCancel?.()
                }}
              >
                Cancel
              </Button>
            ) : null}
            <ActionButton
              type="submit"
              {...(props.actions ? { variant: 'default' } : {})}
              loading={form.isSaving}
              why={
                form.isGone && !goneLabel
                  ? 'Somebody removed this record.'
                  : form.isNew || form.isChanged || form.isGone || props.isAct
                    ? null
                    : 'Nothing was changed yet.'
              }
            >
              {form.isGone && goneLabel ? goneLabel : submitLabel}
            </ActionButton>
            {props.actions}
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

/** Says that the form shows what was typed before, and not the record, or not an empty form. */
const Restored = ({ isNew, onDiscard }: { isNew: boolean; onDiscard: () => void }) => (
  <Alert color="yellow" role="status">
    <Group justify="space-between" gap="xs">
      {isNew ? 'This shows what you typed before. It is not saved yet.' : 'What you typed before is not saved yet.'}
      <Button size="compact-sm" variant="default" onClick={onDiscard}>
        {isNew ? 'Start afresh' : 'Discard it'}
      </Button>
    </Group>
  </Alert>
)
