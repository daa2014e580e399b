import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { fullTime } from '@/shared/domain/relative-time'
import { statusLabels } from '@/shared/domain/task'
import classes from './dashboard.module.css'
import { Section } from './section'

type OpenTask = { id: string; title: string; status: string; created_at: string }
type OpenTasksProps = {
  query: UseQueryResult<{ tasks: OpenTask[]; count: number }>
  allTasks: string
  hrefOf: (id: string) => string
}

export const OpenTasks = ({ query, allTasks, hrefOf }: OpenTasksProps) => (
  <Section
    title="My open tasks"
    more={{ label: 'All tasks', to: allTasks }}
    query={query}
    isEmpty={({ tasks }) => tasks.length === 0}
    empty="Nothing is waiting for you."
  >
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
