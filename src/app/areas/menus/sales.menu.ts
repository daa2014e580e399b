import { IconBrush, IconShoppingCart, IconUserQuestion } from '@tabler/icons-react'
import { can, type Rights } from '../../../shared/domain/people/permission.ts'
import { viewersOf } from '../../route-sets/route.ts'

export const salesMenu = {
  top: [
    {
      group: 1,
      place: 2,
      link: { kind: 'link', label: 'Quotations', to: '/quotations', guard: viewersOf('quotations'), icon: IconBrush },
    },
    {
      group: 2,
      place: 1,
      link: { kind: 'link', label: 'Orders', to: '/orders', guard: viewersOf('orders'), icon: IconShoppingCart },
    },
  ],
  drawer: [
    {
      place: 4,
      item: {
        kind: 'group',
        label: 'Quotations',
        guard: viewersOf('quotations'),
        icon: IconBrush,
        items: [
          { kind: 'link', label: 'All Quotations', to: '/quotations', guard: viewersOf('quotations'), icon: IconBrush },
          { kind: 'link', label: 'Requests', to: '/requests', guard: viewersOf('contacts'), icon: IconUserQuestion },
          {
            kind: 'link',
            label: 'Quotation Views',
            to: '/quotations-activity',
            guard: viewersOf('quotations'),
            icon: IconBrush,
          },
        ],
      },
    },
  ],
  actions: [
    {
      id: 'new-quotation',
      label: 'New quotation',
      keywords: 'create add quote offer estimate proposal',
      icon: IconBrush,
      may: (rights: Rights) => can(rights, 'quotations', 'create'),
      to: '/quotations?dialog=new',
    },
  ],
} as const
