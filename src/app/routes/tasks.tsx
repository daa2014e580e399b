import { TasksScreen } from '@/features/office/tasks/list/tasks-screen'
import { useLayoutActions } from '../shell/layout-actions'

export function Component() {
  return <TasksScreen onAddTask={useLayoutActions().addTask} />
}
