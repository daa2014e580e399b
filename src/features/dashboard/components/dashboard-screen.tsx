import { useQuery } from '@tanstack/react-query'
import { can } from '@/shared/domain/permission'
import { useCurrentUser } from '@/shared/ui/current-user'
import { PageFrame } from '@/shared/ui/page-frame'
import { comingDeliveriesQuery } from '../api/coming-deliveries.query'
import { openTasksQuery } from '../api/open-tasks.query'
import { timeTodayQuery } from '../api/time-today.query'
import { greeting, hoursAndMinutes, workedOnDay } from '../today'
import { useLiveDashboard } from '../use-live-dashboard'
import { useNow } from '../use-now'
import classes from './dashboard.module.css'
import { ComingDeliveries } from './coming-deliveries'
import { TaskSection } from './task-section'
import { Tile } from './tile'

type DashboardScreenProps = {
  unread: number
  openNotifications: () => void
  links: { tasks: string; allTasks: string; deliveries: string; timeTracking: string }
  taskHref: (id: string) => string
  deliveryHref: (id: string) => string
}

const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'short', year: 'numeric' })

/** The day of one person, as the database has it now. */
export function DashboardScreen({ unread, openNotifications, links, taskHref, deliveryHref }: DashboardScreenProps) {
  const { id, name, rights } = useCurrentUser()
  const now = useNow(30_000)
  const sees = { tasks: can(rights, 'tasks', 'view'), deliveries: can(rights, 'deliveries', 'view') }
  useLiveDashboard(id, sees)

  const tasks = useQuery({ ...openTasksQuery(id), enabled: sees.tasks })
  const newest = useQuery({ ...openTasksQuery('anybody'), enabled: sees.tasks })
  const deliveries = useQuery({ ...comingDeliveriesQuery(now), enabled: sees.deliveries })
  const time = useQuery(timeTodayQuery(id, now))

  return (
    <PageFrame title={`${greeting(now)}, ${name.split(' ', 1)[0] ?? name}`} lead={longDay.format(now)}>
      <div className={classes.tiles}>
        {sees.tasks ? <Tile label="My open tasks" query={tasks} value={({ count }) => count} to={links.tasks} /> : null}
        <Tile label="Unread notifications" value={unread} onClick={openNotifications} />
        {sees.deliveries ? (
          <Tile label="Deliveries today" query={deliveries} value={({ today }) => today} to={links.deliveries} />
        ) : null}
        <Tile
          label="Worked today"
          query={time}
          value={(entries) => hoursAndMinutes(workedOnDay(entries, now))}
          to={links.timeTracking}
        />
      </div>
      <div className={classes.columns}>
        {sees.tasks ? (
          <>
            <TaskSection
              title="My open tasks"
              empty="Nothing is waiting for you."
              more={{ label: 'My tasks', to: links.tasks }}
              query={tasks}
              hrefOf={taskHref}
            />
            <TaskSection
              title="Newest open tasks"
              empty="Nothing is open in the house."
              more={{ label: 'All tasks', to: links.allTasks }}
              query={newest}
              hrefOf={taskHref}
            />
          </>
        ) : null}
        {sees.deliveries ? (
          <ComingDeliveries query={deliveries} allDeliveries={links.deliveries} hrefOf={deliveryHref} />
        ) : null}
      </div>
    </PageFrame>
  )
}
