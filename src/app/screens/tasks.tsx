import { TasksScreen } from '@/features/office/tasks/list/tasks-screen'
import { useLayoutActions } from '../shell/layout-actions'

export function Tasks() {
  return <TasksScreen onAddTask={useLayoutActions().addTask} />
}
