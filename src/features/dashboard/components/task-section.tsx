import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { fullTime } from '@/shared/domain/relative-time'
import { statusLabels } from '@/shared/domain/task'
import type { OpenTasks } from '../api/open-tasks.query'
import classes from './dashboard.module.css'
import { Section } from './section'

type TaskSectionProps = {
  title: string
  empty: string
  more: { label: string; to: string }
  query: UseQueryResult<OpenTasks>
  hrefOf: (id: string) => string
}

export const TaskSection = ({ hrefOf, ...section }: TaskSectionProps) => (
  <Section {...section} isEmpty={({ tasks }) => tasks.length === 0}>
    {({ tasks }) =>
      tasks.map((task) => (
        <li key={task.id}>
          <Link className={classes.row} to={hrefOf(task.id)}>
            <span className={classes.rowTitle}>{task.title}</span>
            <span className={classes.rowDetail}>
              {statusLabels[task.status] ?? task.status} · {fullTime(task.created_at)}
            </span>
          </Link>
        </li>
      ))
    }
  </Section>
)
