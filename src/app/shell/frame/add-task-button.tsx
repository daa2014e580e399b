import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Hint } from '@/shared/ui/page/hint'
import { useLayoutActions } from './layout-actions'

/** The button for people with the right to create tasks (spec 2 §6). */
export function AddTaskButton() {
  const { addTask } = useLayoutActions()
  if (!can(useRights(), 'tasks', 'create')) return null
  return (
    <Hint label="Add New Task">
      <ActionIcon variant="filled" color="process" size="lg" aria-label="Add New Task" data-key="N" onClick={addTask}>
        <IconPlus size={20} stroke={2} />
      </ActionIcon>
    </Hint>
  )
}
