import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { openQuestionsQuery } from '@/kit/thread/thread.query'
import { dayText, weekdayOfText } from '@/shared/domain/text/formats'
import type { Notice } from '@/shared/domain/records/notification'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { comingDeliveriesQuery } from '../api/coming-deliveries.query'
import { dueTasksQuery } from '../api/due-tasks.query'
import { figuresOfTheDayQuery } from '../api/figures.query'
import { myTimerQuery } from '../api/my-timer.query'
import { openTasksQuery } from '../api/open-tasks.query'
import { recentActivityQuery } from '../api/recent-activity.query'
import { timeTodayQuery } from '../api/time-today.query'
import { waitingPeopleQuery } from '../api/waiting-people.query'
import { greeting, hoursAndMinutes, workedOnDay } from '../today'
import { useLiveDashboard } from '../use-live-dashboard'
import { useServerTime } from '@/streams/react/use-server-time'
import { useAllHere } from '../use-all-here'
import { ActivitySection } from './activity-section'
import { ComingDeliveries } from './coming-deliveries'
import classes from './dashboard.module.css'
import { DayFigures } from './day-figures'
import { DashboardSkeleton } from './dashboard-skeleton'
import { EndingCertificates } from './ending-certificates'
import { MyTimer } from './my-timer'
import { OpenQuestions } from './open-questions'
import { type LatestNotices, NoticesSection } from './notices-section'
import { TaskSection } from './task-section'
import { Tile } from './tile'
import { TodaySection } from './today-section'
import { WaitingPeople } from './waiting-people'
import { linkTo } from '@/shared/lib/address'

/** A way to something that this person does often. `isInTopBar`: a phone has it in sight already. */
export type DashboardShortcut = { label: string; icon: ReactNode; isInTopBar?: boolean } & (
  | { to: string; run?: never }
  | { to?: never; run: () => void }
)

type DashboardScreenProps = {
  unread: number
  notices: LatestNotices
  openNotifications: () => void
  onNotice: (notice: Notice) => void
  shortcuts: readonly DashboardShortcut[]
  /** The notes pinned for everybody, above everything. */
  pinned: ReactNode
  /** The first steps of a new company, while some are left. */
  firstSteps: ReactNode
  /** The company has no numbers yet, so its first steps replace the figures of the day. */
  isNew: boolean
  /** The parts above the lists are still loading. */
  isLoading: boolean
  noticeHref: (notice: Notice) => string | null
}

/** The day of one person, as the database has it now. */
export function DashboardScreen(screen: DashboardScreenProps) {
  const { id, name, rights } = useCurrentUser()
  const myTasks = linkTo('/tasks')
  const dueToday = `${myTasks}?due=today`
  const now = useServerTime(30_000)
  const sees = {
    tasks: can(rights, 'tasks', 'view'),
    deliveries: can(rights, 'deliveries', 'view'),
    quotations: can(rights, 'quotations', 'view'),
    contacts: can(rights, 'contacts', 'view'),
    notes: can(rights, 'system-notes', 'view'),
  }
  useLiveDashboard(id, sees)

  const verifies = hasPermission(rights, 'manage_user_roles')
  const tasks = useQuery({ ...openTasksQuery(id), enabled: sees.tasks })
  const due = useQuery({ ...dueTasksQuery(id, now), enabled: sees.tasks })
  const deliveries = useQuery({ ...comingDeliveriesQuery(now), enabled: sees.deliveries })
  const time = useQuery(timeTodayQuery(id, now))
  const read = [
    tasks,
    due,
    deliveries,
    time,
    useQuery(myTimerQuery(id)),
    useQuery(recentActivityQuery),
    useQuery(figuresOfTheDayQuery),
    useQuery({ ...waitingPeopleQuery, enabled: verifies }),
    useQuery(openQuestionsQuery),
  ]
  const isAllHere = useAllHere(screen.isLoading || screen.notices.loading || read.some((query) => query.isLoading))
  const isLate = ({ due_at }: { due_at: string }) => Date.parse(due_at) < now

  return (
    <PageFrame
      title={[greeting(now), name.split(' ', 1)[0]].filter(Boolean).join(', ')}
      lead={`${weekdayOfText(now)}, ${dayText(now)}`}
      actions={
        <Group gap="xs">
          {screen.shortcuts.map(({ label, icon, isInTopBar = false, ...way }) => {
            const look = {
              variant: 'default',
              leftSection: icon,
              ...(isInTopBar ? { visibleFrom: 'sm' } : {}),
            } as const
            return way.to === undefined ? (
              <Button key={label} {...look} onClick={way.run}>
                {label}
              </Button>
            ) : (
              <Button key={label} {...look} component={Link} to={way.to}>
                {label}
              </Button>
            )
          })}
        </Group>
      }
    >
      {isAllHere ? (
        <>
          {screen.pinned}
          {screen.firstSteps}
          {screen.isNew ? null : (
            <div className={classes.tiles}>
              {sees.tasks ? (
                <>
                  <Tile label="My open tasks" query={tasks} value={({ count }) => count} to={myTasks} />
                  <Tile
                    label="Tasks overdue"
                    query={due}
                    value={(all) => all.filter(isLate).length}
                    isUrgent={(all) => all.some(isLate)}
                    to={`${myTasks}?due=late`}
                  />
                  <Tile
                    label="Tasks due today"
                    query={due}
                    value={(all) => all.filter((task) => !isLate(task)).length}
                    to={dueToday}
                  />
                </>
              ) : null}
              {verifies ? <WaitingPeople /> : null}
              <Tile label="Unread notifications" value={screen.unread} onClick={screen.openNotifications} />
              {sees.deliveries ? (
                <Tile
                  label="Deliveries today"
                  query={deliveries}
                  value={({ today }) => today}
                  to={linkTo('/deliveries')}
                />
              ) : null}
              <DayFigures />
              <EndingCertificates />
              <Tile
                label="Worked today"
                query={time}
                value={(entries) => hoursAndMinutes(workedOnDay(entries, now))}
                to={linkTo('/time-tracking')}
              />
            </div>
          )}
          <div className={classes.columns}>
            {sees.tasks ? (
              <div className={classes.day}>
                <TodaySection
                  now={now}
                  due={due}
                  deliveries={deliveries}
                  more={{ label: 'My day', to: linkTo('/my-day') }}
                />
              </div>
            ) : null}
            <div className={`${classes.column ?? ''} ${classes.work ?? ''}`}>
              {sees.tasks ? (
                <TaskSection
                  title="My open tasks"
                  empty="Nothing is waiting for you."
                  more={{ label: 'My tasks', to: myTasks }}
                  query={tasks}
                  now={now}
                />
              ) : null}
              {sees.deliveries ? <ComingDeliveries query={deliveries} now={now} /> : null}
            </div>
            <div className={`${classes.column ?? ''} ${classes.side ?? ''}`}>
              <OpenQuestions now={now} />
              <MyTimer userId={id} />
              <NoticesSection
                latest={screen.notices}
                now={now}
                hrefOf={screen.noticeHref}
                onAll={screen.openNotifications}
                onOpen={screen.onNotice}
              />
              <ActivitySection now={now} />
            </div>
          </div>
        </>
      ) : (
        <DashboardSkeleton />
      )}
    </PageFrame>
  )
}
