import { paths } from '../../paths.ts'
import { type AppRoute, holdersOf, screensOf, staffOnly, viewersOf } from '../route.ts'

const work = screensOf('tasks', { guard: staffOnly, frame: 'staff' })
const time = screensOf('time', { guard: staffOnly, frame: 'staff' })
const calendar = screensOf('calendar', { guard: staffOnly, frame: 'staff' })

export const dailyRoutes: readonly AppRoute[] = [
  work(paths.dashboard, {
    title: 'Dashboard',
    purpose: 'Your day at a glance: tasks, notifications, deliveries and what just happened.',
    load: () => import('../../routes/dashboard.tsx'),
  }),
  work(paths.tasks, {
    title: 'Tasks',
    purpose: 'Tasks that are yours, that you gave, or that are shared, as a list and a board, with comments and files.',
    guard: viewersOf('tasks'),
    load: () => import('../../routes/tasks.tsx'),
  }),
  calendar(paths.calendar, {
    title: 'Calendar',
    purpose: 'Jobs due, deliveries, installations, bookings, absences and tasks by month, week and day.',
  }),
  calendar(paths.staffScheduling, {
    title: 'Working Schedule',
    purpose: 'Who works when: shifts and absences by week, where a clash is refused.',
  }),
  time(paths.timeTracking, {
    title: 'Time Tracking',
    purpose: 'Your timers: start one for a client or a business, pause it, correct it, and look back.',
    load: () => import('../../routes/time-tracking.tsx'),
  }),
  time(paths.timeTrackingSummary, {
    title: 'Time Tracking Summary',
    purpose: 'Hours by day, week, person and client, as they are worked, and as a file.',
    guard: holdersOf('manage_time_tracking'),
    load: () => import('../../routes/time-tracking-summary.tsx'),
  }),
  screensOf('access', { guard: staffOnly, frame: 'staff' })(paths.myProfile, {
    title: 'My Profile',
    purpose: 'Your name, picture and password.',
    load: () => import('../../routes/my-profile.tsx'),
  }),
]
