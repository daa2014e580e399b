import { IconEraser, IconReceipt } from '@tabler/icons-react'
import { can, type Rights } from '@/shared/domain/people/permission'
import { accountViewers } from '../accounts.ts'

export const accountsMenu = {
  drawer: [
    {
      place: 3,
      item: {
        kind: 'group',
        label: 'Accounts',
        guard: accountViewers,
        icon: IconReceipt,
        items: [
          {
            kind: 'link',
            label: 'Accounts',
            to: '/to-invoice',
            guard: accountViewers,
            icon: IconReceipt,
            also: [
              '/invoices',
              '/statements',
              '/supplier-invoices',
              '/payments',
              '/payment-prepared',
              '/vat',
              '/journal',
              '/trial-balance',
              '/closing',
              '/delivery-notes',
            ],
          },
          {
            kind: 'link',
            label: 'Payment Activity',
            to: '/statements-activity',
            guard: accountViewers,
            icon: IconReceipt,
          },
        ],
      },
    },
  ],
  actions: [
    {
      id: 'write-off',
      label: 'Write off an invoice',
      keywords: 'bad debt lost not paid uncollectible',
      icon: IconEraser,
      may: (rights: Rights) => can(rights, 'invoices', 'delete'),
      to: '/invoices?overdue=yes',
    },
  ],
} as const
