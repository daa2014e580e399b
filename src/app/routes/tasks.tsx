import { TasksScreen } from '@/features/tasks/components/tasks-screen'
import { useOpenQuickAdd } from '../shell/quick-add'

export function Component() {
  return <TasksScreen onAddTask={useOpenQuickAdd()} />
}
