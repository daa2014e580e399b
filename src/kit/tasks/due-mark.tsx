import { IconCalendarDue, IconFlame } from '@tabler/icons-react'
import { momentText } from '@/shared/domain/text/formats'
import { dueState, dueText } from '@/shared/domain/tasks/due'
import classes from './due-mark.module.css'

/** The due time of a task; a late one is marked with urgent words and an icon. */
export function DueMark({ task, now }: { task: { due_at: string | null; status: string }; now: number }) {
  if (task.due_at === null) return null
  const state = dueState(task, now)
  const Icon = state === 'late' ? IconFlame : IconCalendarDue
  return (
    <time
      dateTime={task.due_at}
      title={`Due ${momentText(task.due_at)}`}
      className={classes.mark}
      data-state={state ?? 'done'}
    >
      <Icon size={16} stroke={1.5} aria-hidden />
      {dueText(task, now)}
    </time>
  )
}
