import { IconBuildingFactory2, IconHammer, IconLayoutBoard, IconListDetails } from '@tabler/icons-react'
import { can, type Rights } from '../../../shared/domain/people/permission.ts'
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
  actions: [
    {
      id: 'new-job',
      label: 'New job',
      keywords: 'create add work production',
      icon: IconHammer,
      may: (rights: Rights) => can(rights, 'jobs', 'create'),
      to: '/jobs/create',
    },
  ],
} as const
