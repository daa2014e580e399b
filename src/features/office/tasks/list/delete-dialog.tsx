import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifyWithUndo } from '@/kit/confirm'
import { saveProblem } from '@/shared/hooks/save-problem'
import { restoreTask } from '../api/restore-task.mutation'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { deleteTask } from '../api/delete-task.mutation'
import { type TaskRow, taskListsKey, tasksKey } from '../api/tasks.query'
import { sayError } from '../detail/toasts'

type DeleteDialogProps = { task: Pick<TaskRow, 'id' | 'title'>; onClose: () => void; onDeleted?: () => void }

/** Asks before a task goes, with its comments. Whoever deleted it brings it back by the notice, or not at all. */
export function DeleteDialog({ task, onClose, onDeleted = onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  const restore = () =>
    void restoreTask(task.id).then(
      () => queryClient.invalidateQueries({ queryKey: tasksKey }),
      (error: unknown) => sayError(saveProblem(error), 'Error'),
    )
  const remove = useActMutation({
    mutationFn: () => deleteTask(task.id),
    onSuccess: async () => {
      notifyWithUndo(`“${task.title}” was deleted`, restore)
      onDeleted()
      await queryClient.invalidateQueries({ queryKey: taskListsKey })
    },
  })

  return (
    <Modal opened onClose={onClose} title="Delete this task?" size="md">
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          “{task.title}” goes with its comments and ready marks, for everybody.
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
