import type { UseQueryResult } from '@tanstack/react-query'
import { statusLabels } from '@/shared/domain/tasks/task'
import type { OpenTasks } from '../api/open-tasks.query'
import { dueWords } from '../due-words'
import classes from './dashboard.module.css'
import { Row } from './row'
import { Section } from './section'

type TaskSectionProps = {
  title: string
  empty: string
  more: { label: string; to: string }
  query: UseQueryResult<OpenTasks>
  now: number
}

export const TaskSection = ({ now, ...section }: TaskSectionProps) => (
  <Section {...section} isEmpty={({ tasks }) => tasks.length === 0}>
    {({ tasks }) =>
      tasks.map((task) => (
        <li key={task.id}>
          <Row className={classes.row} kind="task" id={task.id}>
            <span className={classes.rowTitle}>{task.title}</span>
            <span className={classes.rowDetail}>
              {statusLabels[task.status] ?? task.status}
              {task.due_at === null ? null : <Due dueAt={task.due_at} now={now} />}
            </span>
          </Row>
        </li>
      ))
    }
  </Section>
)

/** The due time; a late one is marked urgent. */
export function Due({ dueAt, now }: { dueAt: string; now: number }) {
  const { words, isLate } = dueWords(dueAt, now)
  return (
    <>
      {' · '}
      <span className={classes.due} data-late={isLate || undefined}>
        {isLate ? words : `due ${words.charAt(0).toLowerCase()}${words.slice(1)}`}
      </span>
    </>
  )
}
