import { useQuery } from '@tanstack/react-query'
import { can } from '@/shared/domain/permission'
import { useCurrentUser } from '@/shared/ui/current-user'
import { PageFrame } from '@/shared/ui/page-frame'
import { deliveriesTodayQuery } from '../api/deliveries-today.query'
import { openTasksQuery } from '../api/open-tasks.query'
import { timeTodayQuery } from '../api/time-today.query'
import { greeting, hoursAndMinutes, workedOnDay } from '../today'
import { useLiveDashboard } from '../use-live-dashboard'
import { useNow } from '../use-now'
import classes from './dashboard.module.css'
import { DeliveriesToday } from './deliveries-today'
import { OpenTasks } from './open-tasks'
import { Tile } from './tile'

type DashboardScreenProps = {
  unread: number
  openNotifications: () => void
  links: { tasks: string; deliveries: string; timeTracking: string }
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
  const deliveries = useQuery({ ...deliveriesTodayQuery(now), enabled: sees.deliveries })
  const time = useQuery(timeTodayQuery(id, now))

  return (
    <PageFrame title={`${greeting(now)}, ${name.split(' ', 1)[0] ?? name}`} lead={longDay.format(now)}>
      <div className={classes.tiles}>
        {sees.tasks ? <Tile label="My open tasks" query={tasks} value={({ count }) => count} to={links.tasks} /> : null}
        <Tile label="Unread notifications" value={unread} onClick={openNotifications} />
        {sees.deliveries ? (
          <Tile label="Deliveries today" query={deliveries} value={(rows) => rows.length} to={links.deliveries} />
        ) : null}
        <Tile
          label="Worked today"
          query={time}
          value={(entries) => hoursAndMinutes(workedOnDay(entries, now))}
          to={links.timeTracking}
        />
      </div>
      <div className={classes.columns}>
        {sees.tasks ? <OpenTasks query={tasks} allTasks={links.tasks} hrefOf={taskHref} /> : null}
        {sees.deliveries ? <DeliveriesToday query={deliveries} hrefOf={deliveryHref} /> : null}
      </div>
    </PageFrame>
  )
}
