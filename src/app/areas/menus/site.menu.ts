import { IconCalendar, IconWorld } from '@tabler/icons-react'
import { staffOnly } from '../../route-sets/route.ts'

export const siteMenu = {
  drawer: [
    {
      place: 5,
      item: {
        kind: 'group',
        label: 'Website',
        guard: staffOnly,
        icon: IconWorld,
        items: [
          {
            kind: 'group',
            label: 'Booking Calendar',
            guard: staffOnly,
            icon: IconCalendar,
            items: [
              { kind: 'link', label: 'Calendar', to: '/calendar', guard: staffOnly, icon: IconCalendar },
              { kind: 'link', label: 'Booking List', to: '/booking-list', guard: staffOnly, icon: IconCalendar },
              {
                kind: 'link',
                label: 'Working Schedule',
                to: '/staff-scheduling',
                guard: staffOnly,
                icon: IconCalendar,
              },
              {
                kind: 'link',
                label: 'Booking Analytics',
                to: '/booking-analytics',
                guard: staffOnly,
                icon: IconCalendar,
              },
            ],
          },
          { kind: 'link', label: 'Blog', to: '/blog', guard: staffOnly, icon: IconWorld },
          { kind: 'link', label: 'Website Analytics', to: '/website-analytics', guard: staffOnly, icon: IconWorld },
          {
            kind: 'link',
            label: 'Website Preview',
            to: '/new-version',
            guard: staffOnly,
            icon: IconWorld,
            newTab: true,
          },
        ],
      },
    },
  ],
} as const
