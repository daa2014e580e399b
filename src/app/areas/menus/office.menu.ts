import {
  IconBell,
  IconClock,
  IconCurrencyEuro,
  IconListCheck,
  IconPlayerPlay,
  IconPlus,
  IconUsers,
} from '@tabler/icons-react'
import { can, type Rights } from '../../../shared/domain/people/permission.ts'
import { holdersOf, staffOnly, viewersOf } from '../../route-sets/route.ts'

const mayAddTasks = (rights: Rights): boolean => can(rights, 'tasks', 'create')

export const officeMenu = {
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
