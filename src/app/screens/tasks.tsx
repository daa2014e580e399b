import { TasksScreen } from '@/features/office/tasks/list/tasks-screen'
import { useLayoutActions } from '../shell/frame/layout-actions'

export function Tasks() {
  return <TasksScreen onAddTask={useLayoutActions().addTask} />
}
