import { IconBuildingFactory2, IconLayoutBoard, IconListDetails } from '@tabler/icons-react'
import { viewersOf } from '../../route-sets/route.ts'

export const productionMenu = {
  top: [
    {
      group: 2,
      place: 2,
      link: {
        kind: 'link',
        label: 'Production',
        to: '/production',
        guard: viewersOf('production'),
        icon: IconBuildingFactory2,
      },
    },
    {
      group: 2,
      place: 3,
      link: {
        kind: 'link',
        label: 'Panel Assembly',
        to: '/panel-assembly',
        guard: viewersOf('production'),
        icon: IconLayoutBoard,
      },
    },
    {
      group: 2,
      place: 4,
      link: { kind: 'link', label: 'All Jobs', to: '/all-jobs', guard: viewersOf('orders'), icon: IconListDetails },
    },
  ],
} as const
