import { IconPackages } from '@tabler/icons-react'
import { viewersOf } from '../../route-sets/route.ts'

export const stockMenu = {
  drawer: [
    {
      place: 8,
      item: { kind: 'link', label: 'Inventory', to: '/inventory', guard: viewersOf('inventory'), icon: IconPackages },
    },
  ],
} as const
