import {
  IconBell,
  IconClock,
  IconCurrencyEuro,
  IconListCheck,
  IconPlayerPlay,
  IconPlus,
  IconUsers,
} from '@tabler/icons-react'
import { can, type Rights } from '../../shared/domain/permission.ts'
import { holdersOf, staffOnly, viewersOf } from '../route-sets/route.ts'

const mayAddTasks = (rights: Rights): boolean => can(rights, 'tasks', 'create')

export const office = {
  screens: [
    {
      path: '/dashboard',
      title: 'Dashboard',
      purpose: 'Your day at a glance: tasks, notifications, deliveries and what just happened.',
      part: 'tasks',
      guard: staffOnly,
      keys: 'G D',
      load: async () => (await import('../screens/dashboard.tsx')).Dashboard,
    },
    {
      path: '/tasks',
      title: 'Tasks',
      purpose:
        'Tasks that are yours, that you gave, or that are shared, as a list and a board, with comments and files.',
      part: 'tasks',
      guard: viewersOf('tasks'),
      keys: 'G T',
      load: async () => (await import('../screens/tasks.tsx')).Tasks,
    },
    {
      path: '/calendar',
      title: 'Calendar',
      purpose: 'Jobs due, deliveries, installations, bookings, absences and tasks by month, week and day.',
      part: 'calendar',
      guard: staffOnly,
      keys: 'G K',
    },
    {
      path: '/staff-scheduling',
      title: 'Working Schedule',
      purpose: 'Who works when: shifts and absences by week, where a clash is refused.',
      part: 'calendar',
      guard: staffOnly,
    },
    {
      path: '/time-tracking',
      title: 'Time Tracking',
      purpose: 'Your timers: start one for a client or a business, pause it, correct it, and look back.',
      part: 'time',
      guard: staffOnly,
      keys: 'G H',
      load: async () => (await import('../screens/time-tracking.tsx')).TimeTracking,
    },
    {
      path: '/time-tracking/summary',
      title: 'Time Tracking Summary',
      purpose: 'Hours by day, week, person and client, as they are worked, and as a file.',
      part: 'time',
      guard: holdersOf('manage_time_tracking'),
      load: async () => (await import('@/features/office/time-tracking/components/summary-screen')).SummaryScreen,
    },
    {
      path: '/email-templates',
      title: 'Email Templates',
      purpose: 'The mails we send, with their variables, a preview and a test.',
      part: 'settings',
      guard: viewersOf('email-templates'),
      load: async () => (await import('@/features/office/mail/components/templates-screen')).TemplatesScreen,
      setting: { group: 'messages', place: 1 },
    },
    {
      path: '/email-templates/edit/:id',
      title: 'Edit Email Template',
      purpose: 'Text and subject of one mail, with a preview beside it.',
      part: 'settings',
      guard: viewersOf('email-templates'),
      load: async () => (await import('@/features/office/mail/components/template-screen')).TemplateScreen,
    },
    {
      path: '/email-templates/demo',
      title: 'Email Template Demo',
      purpose: 'Every template filled with example values.',
      part: 'settings',
      guard: viewersOf('email-templates'),
      load: async () => (await import('@/features/office/mail/components/demo-screen')).DemoScreen,
    },
    {
      path: '/scheduled-emails',
      title: 'Scheduled Emails',
      purpose: 'Mails that wait, went out or failed; cancel one, or send it again.',
      part: 'settings',
      guard: viewersOf('scheduled-emails'),
      load: async () => (await import('@/features/office/mail/components/queue-screen')).QueueScreen,
      setting: { group: 'messages', place: 2 },
    },
    {
      path: '/staff-activities',
      title: 'Staff Activities',
      purpose: 'Who works on what now, and what was done today.',
      part: 'staff',
      guard: holdersOf('access_staff_activities'),
      load: async () =>
        (await import('@/features/office/staff-work/components/staff-activities-screen')).StaffActivitiesScreen,
    },
    {
      path: '/staff-time-summary',
      title: 'Staff Time Summary',
      purpose: 'Time by person, job, client and day, and labour against what was quoted.',
      part: 'staff',
      guard: holdersOf('manage_time_tracking'),
      load: async () => (await import('@/features/office/staff-work/components/staff-time-screen')).StaffTimeScreen,
    },
    {
      path: '/wage-rates',
      title: 'Wage Rates',
      purpose: 'Hourly rates and the dates from which they hold.',
      part: 'staff',
      guard: holdersOf('manage_wage_rates'),
      setting: { group: 'people', place: 5 },
      load: async () => (await import('@/features/people/staff/components/wage-rates-screen')).WageRatesScreen,
    },
    {
      path: '/designer-commissions',
      title: 'Designer Commissions',
      purpose: 'What designers earn from orders: approve and pay.',
      part: 'staff',
      guard: holdersOf('view_financial_data'),
      load: async () =>
        (await import('@/features/office/commissions/components/commissions-screen')).DesignerCommissionsScreen,
    },
  ],

  top: [
    {
      group: 3,
      place: 2,
      link: { kind: 'link', label: 'Tasks', to: '/tasks', guard: viewersOf('tasks'), icon: IconListCheck },
    },
  ],
  drawer: [
    { place: 1, item: { kind: 'action', label: 'Notifications', action: 'notifications', icon: IconBell } },
    { place: 6, item: { kind: 'action', label: 'Currency Converter', action: 'converter', icon: IconCurrencyEuro } },
    {
      place: 7,
      item: {
        kind: 'link',
        label: 'Time Tracking',
        to: '/time-tracking/summary',
        guard: holdersOf('manage_time_tracking'),
        icon: IconClock,
        also: ['/time-tracking'],
      },
    },
    {
      place: 10,
      item: {
        kind: 'link',
        label: 'Staff',
        to: '/staff-activities',
        guard: staffOnly,
        icon: IconUsers,
        also: ['/wage-rates', '/designer-interview', '/staff-time-summary'],
      },
    },
  ],
  actions: [
    {
      id: 'add-task',
      label: 'Add New Task',
      keywords: 'create to do',
      icon: IconPlus,
      may: mayAddTasks,
      opens: 'addTask',
    },
    {
      id: 'start-timer',
      label: 'Start timer',
      keywords: 'work time clock track pause stop',
      icon: IconPlayerPlay,
      to: '/time-tracking',
    },
  ],
} as const
