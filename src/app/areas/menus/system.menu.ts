import { IconSettings } from '@tabler/icons-react'
import { staffOnly } from '../../route-sets/route.ts'

export const systemMenu = {
  drawer: [
    {
      place: 9,
      item: {
        kind: 'link',
        label: 'Settings',
        to: '/settings',
        guard: staffOnly,
        icon: IconSettings,
        also: [
          '/email-templates',
          '/scheduled-emails',
          '/tutorial-demo',
          '/reviews',
          '/banners',
          '/bit-types',
          '/cnc-parameters',
          '/laser-parameters',
          '/eco-solvent-parameters',
          '/human-service-parameters',
          '/service-parameters',
          '/types',
          '/variant-colors',
          '/brands',
          '/material-types',
          '/pricing-ranges',
          '/markup-demo',
          '/contacts/permissions',
          '/contacts/types',
          '/system-notes',
          '/api-test',
        ],
      },
    },
  ],
} as const
