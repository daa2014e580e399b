import { ActionIcon, Button, Group, Menu, Text, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ActionButton } from '@/kit/form/action-button'
import { useKeptEdits } from '@/shared/hooks/kept-edits'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { changeNote, removeNote } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'

/** A note in the story that the person wrote: they may mend it or take it away. What they mend survives a reload. */
export function OwnNote({ id, body, below }: { id: string; body: string; below: string }) {
  const queryClient = useQueryClient()
  const { values, put, isChanged, forget } = useKeptEdits(`note-edit-${id}`, { body })
  const [begun, setBegun] = useState(false)
  const typed = values.body
  const done = () => {
    forget()
    setBegun(false)
  }
  const reread = () => queryClient.invalidateQueries({ queryKey: contactsKey })
  const saving = useActMutation({
    mutationFn: (text: string) => changeNote(id, text),
    onSuccess: async () => {
      await reread()
      done()
    },
  })
  const removing = useActMutation({ mutationFn: () => removeNote(id), onSuccess: reread })
  const save = () => {
    if (typed.trim() !== '' && !saving.isPending) saving.mutate(typed)
  }

  if (begun || isChanged) {
    return (
      <div data-kept>
        <Textarea
          aria-label="Edit note"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={5000}
          autoFocus
          disabled={saving.isPending}
          value={typed}
          onChange={(event) => put('body', event.currentTarget.value)}
          onKeyDown={getHotkeyHandler([
            ['mod+Enter', save],
            ['Escape', done],
          ])}
        />
        {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button size="xs" variant="default" onClick={done}>
            Cancel
          </Button>
          <ActionButton
            size="xs"
            why={typed.trim() === '' ? 'Write the note first.' : null}
            loading={saving.isPending}
            onClick={save}
          >
            Save note
          </ActionButton>
        </Group>
      </div>
    )
  }
  return (
    <Group wrap="nowrap" align="flex-start" justify="space-between" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Text component="div" className={page.said}>
          {body}
        </Text>
        <Text size="sm" c="dimmed">
          {below}
        </Text>
        {removing.isError ? <Problem>{saveProblem(removing.error)}</Problem> : null}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="Change this note" loading={removing.isPending}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setBegun(true)}>
            Edit
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => removing.mutate()}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
