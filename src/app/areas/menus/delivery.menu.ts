import { IconTruckDelivery } from '@tabler/icons-react'
import { viewersOf } from '../../route-sets/route.ts'

export const deliveryMenu = {
  top: [
    {
      group: 3,
      place: 1,
      link: {
        kind: 'link',
        label: 'Deliveries',
        to: '/deliveries',
        guard: viewersOf('deliveries'),
        icon: IconTruckDelivery,
      },
    },
  ],
} as const
