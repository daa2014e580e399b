import { IconReceipt } from '@tabler/icons-react'
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
} as const
