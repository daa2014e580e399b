import { Alert, Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import type { ReactNode, SubmitEvent } from 'react'
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

/** Why a note cannot be saved; null when it can. */
export function noteProblem({ title, body }: NoteValues): string | null {
  if (title.trim() === '') return 'Please enter a title'
  if (title.trim().length > longestTitle) return `A title has at most ${longestTitle} characters`
  return body.length > longestBody ? `A note has at most ${longestBody} characters (now ${body.length})` : null
}

/** Title, text, and whether the note stays on everybody's dashboard. */
export function NoteForm(form: NoteFormProps) {
  const { values, onChange } = form
  const wrong = noteProblem(values)
  const submit = () => {
    if (wrong === null && !form.isSaving) form.onSubmit()
  }
  const isTitleTyped = values.title !== '' || values.body !== ''
  return (
    <form
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
          error={wrong !== null && isTitleTyped ? wrong : null}
          onChange={(event) => onChange({ ...values, title: event.currentTarget.value })}
        />
        <Textarea
          label="Text"
          autosize
          minRows={3}
          maxRows={16}
          value={values.body}
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
          <Button type="submit" disabled={wrong !== null} loading={form.isSaving}>
            {form.submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
