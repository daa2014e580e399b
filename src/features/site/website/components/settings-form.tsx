import { Alert } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode, SubmitEvent } from 'react'
import type { Edits, useKeptEdits } from '@/shared/hooks/kept-edits'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { SaveBar } from './save-bar'

type SettingsFormProps<Field extends string> = {
  label: string
  fields: readonly Field[]
  kept: ReturnType<typeof useKeptEdits<Field>>
  problems: Partial<Record<Field, string>>
  /** Saves the edits; returns the stored ones. */
  saving: UseMutationResult<readonly Field[], Error, Edits<Field>>
  /** Asks before edits that reach far; it calls `go` when they may be saved. */
  ask?: (edits: Edits<Field>, go: () => void) => void
  /** The heading of a failed save. */
  notSaved: string
  children: ReactNode
}

/** A form over stored settings. It saves the edited fields, shows the problems, and keeps unsaved input. */
export function SettingsForm<Field extends string>({
  label,
  fields,
  kept: { edits, conflicts, forget },
  problems,
  saving,
  ask = (_, go) => go(),
  notSaved,
  children,
}: SettingsFormProps<Field>) {
  const { form, refuse } = useRefusal()
  const changed = fields.filter((field) => edits[field] !== undefined)
  const blocked =
    Object.keys(problems).length > 0
      ? 'Please look at the fields marked in red.'
      : conflicts.length > 0
        ? 'Please decide whose values stay.'
        : null
  const save = () => {
    if (blocked !== null) refuse()
    else if (changed.length > 0 && !saving.isPending) ask(edits, () => saving.mutate(edits))
  }
  const isRefused = saving.isSuccess && saving.data.length === 0 && changed.length > 0 && conflicts.length === 0

  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      data-kept
      onKeyDown={getHotkeyHandler([['mod+Enter', save]])}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        save()
      }}
    >
      {children}
      {saving.isError || isRefused ? (
        <Alert color="red" role="alert" mb="md" title={notSaved}>
          {saving.isError
            ? saveProblem(saving.error)
            : 'Your rights may have changed meanwhile. Nothing typed is lost.'}
        </Alert>
      ) : null}
      <SaveBar
        changes={changed.length}
        isSaving={saving.isPending}
        blocked={blocked}
        onDiscard={() => forget(changed)}
      />
    </form>
  )
}
