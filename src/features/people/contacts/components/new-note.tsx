import { Group, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ActionButton } from '@/kit/form/action-button'
import { useKeptEdits } from '@/shared/hooks/kept-edits'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { addNote } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'

/** The field for a new note on a contact; an unsaved one survives a reload. */
export function NewNote({ contactId }: { contactId: string }) {
  const queryClient = useQueryClient()
  const { values: draft, put, forget } = useKeptEdits(`note-${contactId}`, { body: '' })
  const saving = useActMutation({
    mutationFn: () => addNote(contactId, draft.body),
    onSuccess: async () => {
      forget()
      await queryClient.invalidateQueries({ queryKey: contactsKey })
    },
  })
  const save = () => {
    if (draft.body.trim() !== '' && !saving.isPending) saving.mutate()
  }
  return (
    <div data-kept style={{ marginBottom: '1.25rem' }}>
      <Textarea
        label="Note"
        placeholder="Only staff see notes"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        disabled={saving.isPending}
        value={draft.body}
        onChange={(event) => put('body', event.currentTarget.value)}
        onKeyDown={getHotkeyHandler([['mod+Enter', save]])}
      />
      {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
      <Group justify="flex-end" mt="xs">
        <ActionButton
          size="xs"
          why={draft.body.trim() === '' ? 'Write the note first.' : null}
          loading={saving.isPending}
          onClick={save}
        >
          Add note
        </ActionButton>
      </Group>
    </div>
  )
}
