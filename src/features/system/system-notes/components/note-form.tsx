import { Alert, Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useRefusal } from '@/shared/ui/use-refusal'
import type { NoteValues } from '../api/system-notes.mutation'
import classes from './system-notes.module.css'

type NoteFormProps = {
  label: string
  /** What is typed is there again after a reload. */
  isKept?: boolean
  values: NoteValues
  isSaving: boolean
  problem: string | null
  /** What somebody else did meanwhile, with the way on. */
  conflict?: ReactNode
  submitLabel: string
  onChange: (values: NoteValues) => void
  onSubmit: () => void
  onCancel: () => void
}

const longestTitle = 200
const longestBody = 10_000

/** Why a note cannot be saved, field by field and in words. */
function noteProblems({ title, body }: NoteValues): { title?: string; body?: string } {
  const length = title.trim().length
  return {
    ...(length === 0 ? { title: 'Please enter a title' } : {}),
    ...(length > longestTitle ? { title: `A title has at most ${longestTitle} characters` } : {}),
    ...(body.length > longestBody ? { body: `A note has at most ${longestBody} characters (now ${body.length})` } : {}),
  }
}

/** Title, text, and whether the note stays on everybody's dashboard. */
export function NoteForm(form: NoteFormProps) {
  const { values, onChange } = form
  const [asked, setAsked] = useState(false)
  const problems = noteProblems(values)
  const { form: element, refuse } = useRefusal()
  const submit = () => {
    setAsked(true)
    if (Object.keys(problems).length > 0) refuse()
    else if (!form.isSaving) form.onSubmit()
  }
  const isBegun = values.title !== '' || values.body !== ''
  return (
    <form
      ref={element}
      className={classes.form}
      aria-label={form.label}
      data-kept={form.isKept || undefined}
      noValidate
      onKeyDown={getHotkeyHandler([['mod+Enter', submit]])}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Title"
          required
          data-autofocus
          autoFocus
          autoComplete="off"
          value={values.title}
          error={asked || isBegun ? problems.title : null}
          onChange={(event) => onChange({ ...values, title: event.currentTarget.value })}
        />
        <Textarea
          label="Text"
          autosize
          minRows={3}
          maxRows={16}
          value={values.body}
          error={problems.body}
          onChange={(event) => onChange({ ...values, body: event.currentTarget.value })}
        />
        <Checkbox
          label="Pin it to everybody's dashboard"
          checked={values.pinned}
          onChange={(event) => onChange({ ...values, pinned: event.currentTarget.checked })}
        />
        {form.conflict}
        {form.problem ? (
          <Alert color="red" role="alert" title="The note was not saved">
            {form.problem}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={form.onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSaving}>
            {form.submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
