import { Button, Group, Text, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useKeptEdits } from '@/shared/hooks/kept-edits'
import { useLive } from '@/kit/live/use-live'
import { ChangedMeanwhile } from '@/shared/ui/page/changed-meanwhile'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { type NoteKind, noteKey, noteQuery, saveNote } from './api/internal-note.query'

type InternalNoteProps = { kind: NoteKind; id: string; page: string; mayEdit: boolean }

/** The note inside: staff read and write it, clients never see it. What is typed is kept until it is saved. */
export function InternalNote({ kind, id, page, mayEdit }: InternalNoteProps) {
  const queryClient = useQueryClient()
  const note = useQuery(noteQuery(kind, id))
  useLive(noteKey(kind, id), [{ page, tables: ['internal_notes'] }])
  const stored = note.data?.body ?? ''
  const { values, put, isChanged, conflicts, insist, forget } = useKeptEdits(`note-${kind}-${id}`, { body: stored })
  const saving = useActMutation({
    mutationFn: () => saveNote(kind, id, values.body.trim(), note.data?.row_version ?? null),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: noteKey(kind, id) })
      forget()
    },
    onError: () => queryClient.invalidateQueries({ queryKey: noteKey(kind, id) }),
  })
  if (note.isError) return <Problem onRetry={() => void note.refetch()}>The note inside could not be read</Problem>
  if (!mayEdit)
    return stored === '' ? (
      <Text size="sm" c="dimmed">
        Nothing is noted.
      </Text>
    ) : (
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {stored}
      </Text>
    )
  const save = () => {
    if (isChanged && conflicts.length === 0 && !saving.isPending) saving.mutate()
  }
  return (
    <>
      <Textarea
        aria-label="Note inside"
        placeholder="Only colleagues see this."
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10000}
        disabled={note.isPending}
        value={values.body}
        onChange={(event) => put('body', event.currentTarget.value)}
        onKeyDown={getHotkeyHandler([['mod+Enter', save]])}
      />
      {conflicts.length > 0 ? (
        <ChangedMeanwhile field="this note" now={stored} onTake={() => forget()} onInsist={() => insist('body')} />
      ) : null}
      {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
      {isChanged ? (
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button size="xs" variant="default" onClick={() => forget()}>
            Cancel
          </Button>
          <Button size="xs" loading={saving.isPending} onClick={save}>
            Save note
          </Button>
        </Group>
      ) : null}
    </>
  )
}
