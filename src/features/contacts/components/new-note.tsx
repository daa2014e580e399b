import { Button, Group, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Problem } from '@/shared/ui/problem'
import { addNote } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { problemWords } from '../problem-words'
import { useDraft } from '../use-draft'

/** Where a note about a contact is written; an unsaved one survives a reload. */
export function NewNote({ contactId }: { contactId: string }) {
  const queryClient = useQueryClient()
  const { draft, keep, clear } = useDraft(`note-${contactId}`, { body: '' })
  const saving = useMutation({
    mutationFn: () => addNote(contactId, draft.body),
    onSuccess: async () => {
      clear()
      await queryClient.invalidateQueries({ queryKey: contactsKey })
    },
  })
  const save = () => {
    if (draft.body.trim() !== '' && !saving.isPending) saving.mutate()
  }
  return (
    <div style={{ marginBottom: '1.25rem' }}>
      <Textarea
        label="Note"
        placeholder="Only staff see notes"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        disabled={saving.isPending}
        value={draft.body}
        onChange={(event) => keep({ body: event.currentTarget.value })}
        onKeyDown={getHotkeyHandler([['mod+Enter', save]])}
      />
      {saving.isError ? <Problem>{problemWords(saving.error)}</Problem> : null}
      <Group justify="flex-end" mt="xs">
        <Button size="xs" disabled={draft.body.trim() === ''} loading={saving.isPending} onClick={save}>
          Add note
        </Button>
      </Group>
    </div>
  )
}
