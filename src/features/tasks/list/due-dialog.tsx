import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { setDue } from '../api/set-due.mutation'
import { tasksKey, type TaskRow } from '../api/tasks.query'
import { dateField, endOfDay } from './due'

/** Sets the day by which a task should be done. */
export function DueDialog({ task, onClose }: { task: Pick<TaskRow, 'id' | 'title' | 'due_at'>; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [date, setDate] = useState(dateField(task.due_at))
  const save = useMutation({
    mutationFn: (dueAt: string | null) => setDue(task.id, dueAt),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: tasksKey })
      onClose()
    },
  })
  const dueAt = endOfDay(date)

  return (
    <Modal opened onClose={onClose} title="Due date" size="sm" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (dueAt !== null) save.mutate(dueAt)
        }}
      >
        <Stack gap="md">
          <TextInput
            type="date"
            label={`“${task.title}” is due by the end of`}
            data-autofocus
            value={date}
            onChange={(event) => setDate(event.currentTarget.value)}
          />
          {save.isError ? <Alert color="red">{save.error.message}</Alert> : null}
          <Group justify="flex-end" gap="xs">
            {task.due_at === null ? null : (
              <Button variant="default" disabled={save.isPending} onClick={() => save.mutate(null)}>
                No due date
              </Button>
            )}
            <Button type="submit" loading={save.isPending} disabled={dueAt === null}>
              Set due date
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
