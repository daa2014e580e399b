import { IconBrush, IconShoppingCart } from '@tabler/icons-react'
import { adminOnly, staffOnly, viewersOf } from '../route-sets/route.ts'

export const sales = {
  screens: [
    {
      path: '/quotations',
      title: 'Quotations',
      purpose: 'All quotations by status, value and age; copy an old one, or start a new one.',
      part: 'quotations',
      guard: viewersOf('quotations'),
      keys: 'G Q',
      load: async () => (await import('@/features/sales/quotations/components/quotations-screen')).QuotationsScreen,
    },
    {
      path: '/quotations/:id',
      title: 'Quotation',
      purpose: 'Lines with sizes, options, quantity breaks and totals, edited by several people at once.',
      part: 'quotations',
      guard: viewersOf('quotations'),
      load: async () => (await import('@/features/sales/quotations/components/quotation-screen')).QuotationScreen,
    },
    {
      path: '/quotations/history/:id',
      title: 'Quotation History',
      purpose: 'Every version of a quotation, side by side.',
      part: 'quotations',
      guard: viewersOf('quotations'),
      load: async () => (await import('@/features/sales/quotations/components/history-screen')).HistoryScreen,
    },
    {
      path: '/quotations/send/:id',
      title: 'Send Quotation',
      purpose: 'Choose the template and the recipients, look at the mail, and send it now or later.',
      part: 'quotations',
      guard: viewersOf('quotations'),
      load: async () => (await import('@/features/sales/quotations/components/send-screen')).SendScreen,
    },
    {
      path: '/quotations-activity',
      title: 'Quotation Views',
      purpose: 'Which client opened which quotation, and when.',
      part: 'quotations',
      guard: viewersOf('quotations'),
    },
    {
      path: '/calculator',
      title: 'Price Calculator',
      purpose: 'A price from material, machine, labour, waste and markup, ready to put into a quotation.',
      part: 'quotations',
      guard: viewersOf('quotations'),
    },
    {
      path: '/calculator/:id',
      title: 'Price Calculation',
      purpose: 'A saved calculation: change it, copy it, or put it into a quotation.',
      part: 'quotations',
      guard: viewersOf('quotations'),
    },
    {
      path: '/designer-interview',
      title: 'Designer Interview',
      purpose: 'What a client needs, asked step by step, as the brief for the designers.',
      part: 'quotations',
      guard: staffOnly,
    },
    {
      path: '/designer-interview/saved',
      title: 'Saved Interviews',
      purpose: 'Briefs that were started or sent; turn one into a quotation.',
      part: 'quotations',
      guard: staffOnly,
    },
    {
      path: '/admin/fix-quotation-status',
      title: 'Fix Quotation Status',
      purpose: 'Puts a quotation into another status with a reason, which the change log keeps.',
      part: 'quotations',
      guard: adminOnly,
    },
    {
      path: '/orders',
      title: 'Orders',
      purpose: 'Orders with due date, deposit, and how much is made, delivered and invoiced.',
      part: 'orders',
      guard: viewersOf('orders'),
      keys: 'G O',
      load: async () => (await import('@/features/sales/orders/components/orders-screen')).OrdersScreen,
    },
    {
      path: '/orders/:id',
      title: 'Order',
      purpose: 'One order: lines, jobs, mockups, deliveries, invoices, payments, and its story in time.',
      part: 'orders',
      guard: viewersOf('orders'),
      load: async () => (await import('@/features/sales/orders/components/order-screen')).OrderScreen,
    },
    {
      path: '/fetch-order-data',
      title: 'Fetch Order Data',
      purpose: 'Looks an order up by its number or its link.',
      part: 'orders',
      guard: viewersOf('orders'),
      load: async () => (await import('@/features/sales/orders/components/fetch-order-screen')).FetchOrderScreen,
    },
    {
      path: '/jobs/create/:quotationId',
      title: 'Create Jobs',
      purpose: 'Jobs from the lines of a quotation, with the steps that their kind goes through.',
      part: 'production',
      guard: viewersOf('jobs'),
      load: async () => (await import('@/features/production/jobs/components/create-jobs-screen')).CreateJobsScreen,
    },
  ],

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
} as const
