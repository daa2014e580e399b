import { Alert, Button, Group, Modal, Select, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { DayField, dayProblem } from '@/kit/fields/day-field'
import { type Due, setDue } from '../api/set-due.mutation'
import { tasksKey, type TaskRow } from '../api/tasks.query'
import { dateField, endOfDay } from './due'
import { reminderChoice, reminderChoices, reminderHours, reminderText } from './reminder'

type DueDialogProps = { task: Pick<TaskRow, 'id' | 'title' | 'due_at' | 'reminder_hours'>; onClose: () => void }

/** Sets the due day of a task and its reminder. */
export function DueDialog({ task, onClose }: DueDialogProps) {
  const queryClient = useQueryClient()
  const [date, setDate] = useState(dateField(task.due_at))
  const [reminder, setReminder] = useState(reminderChoice(task.reminder_hours))
  const [isAsked, setAsked] = useState(false)
  const save = useActMutation({
    mutationFn: (due: Due) => setDue(task.id, due),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: tasksKey })
      onClose()
    },
  })
  const due_at = endOfDay(date)
  const reminder_hours = reminderHours(reminder)
  const isOwn = !reminderChoices.some(({ value }) => value === reminder)

  return (
    <Modal opened onClose={onClose} title="Due date" size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (due_at !== null) save.mutate({ due_at, reminder_hours })
        }}
      >
        <Stack gap="md">
          <DayField
            label={`“${task.title}” is due by the end of`}
            autoFocus
            value={date}
            error={isAsked && due_at === null ? (dayProblem(date) ?? 'Please enter a date') : null}
            onChange={setDate}
          />
          <Select
            label="Remind its people"
            allowDeselect={false}
            value={reminder}
            onChange={(choice) => (choice === null ? undefined : setReminder(choice))}
            data={[...reminderChoices, ...(isOwn ? [{ value: reminder, label: reminderText(reminder_hours) }] : [])]}
          />
          {save.isError ? <Alert color="red">{save.error.message}</Alert> : null}
          <Group justify="flex-end" gap="xs">
            {task.due_at === null ? null : (
              <Button
                variant="default"
                disabled={save.isPending}
                onClick={() => save.mutate({ due_at: null, reminder_hours })}
              >
                No due date
              </Button>
            )}
            <Button type="submit" loading={save.isPending}>
              Set due date
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
