import { IconCash, IconCoins, IconEraser, IconReceipt } from '@tabler/icons-react'
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
              '/credit-notes',
              '/statements',
              '/supplier-invoices',
              '/payments',
              '/payment-prepared',
              '/vat',
              '/ec-sales-list',
              '/cash-book',
              '/fixed-assets',
              '/journal',
              '/hand-over',
              '/trial-balance',
              '/open-items',
              '/profit-and-loss',
              '/balance-sheet',
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
      id: 'record-payment',
      label: 'Record a payment',
      keywords: 'received money paid cheque cash transfer deposit receipt',
      icon: IconCoins,
      may: (rights: Rights) => can(rights, 'payments', 'create'),
      to: '/statements-activity?dialog=payment',
    },
    {
      id: 'new-invoice',
      label: 'New invoice',
      keywords: 'create add bill',
      icon: IconReceipt,
      may: (rights: Rights) => can(rights, 'invoices', 'create'),
      to: '/invoices?dialog=new',
    },
    {
      id: 'write-off',
      label: 'Write off an invoice',
      keywords: 'bad debt lost not paid uncollectible',
      icon: IconEraser,
      may: (rights: Rights) => can(rights, 'invoices', 'delete'),
      to: '/invoices?overdue=yes',
    },
    {
      id: 'pay-from-till',
      label: 'Pay from the till',
      keywords: 'cash petty paid out parking receipt expense',
      icon: IconCash,
      may: (rights: Rights) => can(rights, 'payments', 'create'),
      to: '/cash-book?dialog=cash.out',
    },
  ],
} as const
