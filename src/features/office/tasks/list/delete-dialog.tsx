import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { deleteTask } from '../api/delete-task.mutation'
import { type TaskRow, taskListsKey } from '../api/tasks.query'

type DeleteDialogProps = { task: Pick<TaskRow, 'id' | 'title'>; onClose: () => void; onDeleted?: () => void }

/** Asks before a task goes: its comments go with it, so it cannot come back. */
export function DeleteDialog({ task, onClose, onDeleted = onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  const remove = useActMutation({
    mutationFn: () => deleteTask(task.id),
    onSuccess: async () => {
      notifications.show({ message: `“${task.title}” was deleted` })
      onDeleted()
      await queryClient.invalidateQueries({ queryKey: taskListsKey })
    },
  })

  return (
    <Modal opened onClose={onClose} title="Delete this task?" size="md">
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          “{task.title}” goes with its comments and ready marks, for everybody. This cannot be undone.
        </Text>
        {remove.isError ? <Alert color="red">{remove.error.message}</Alert> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            Keep it
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete task
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
