import { anybody, signedIn } from '../route-sets/route.ts'
import { everySet } from './area.ts'

export const salesForVisitors = [
  {
    path: '/mockups/:uuid',
    sets: everySet,
    title: 'Mockup',
    part: 'documents',
    guard: anybody,
    frame: 'whole',
    load: async () => (await import('@/features/production/proofs/components/mockups-screen')).MockupsScreen,
  },
  {
    path: '/client-quotations/:id',
    sets: ['client', 'marketing'],
    title: 'Your quotation',
    part: 'documents',
    guard: anybody,
    load: async () =>
      (await import('@/features/sales/approval/components/client-quotation-screen')).ClientQuotationScreen,
  },
  {
    path: '/quotations/client/:id',
    sets: ['client'],
    title: 'Your quotation',
    part: 'documents',
    guard: anybody,
    load: async () =>
      (await import('@/features/sales/approval/components/client-quotation-screen')).ClientQuotationScreen,
  },
  {
    path: '/quotation-confirmed',
    sets: ['client'],
    title: 'Quotation confirmed',
    part: 'documents',
    guard: anybody,
    load: async () => (await import('@/features/sales/approval/components/confirmed-screen')).QuotationConfirmedScreen,
  },
  {
    path: '/payments/deposit/:quotationId',
    sets: ['client'],
    title: 'Pay the deposit',
    part: 'payments',
    guard: anybody,
    load: async () => (await import('@/features/accounts/payment/components/pay-screen')).PayDepositScreen,
  },
  {
    path: '/designer-interview',
    sets: ['client'],
    title: 'Designer interview',
    part: 'documents',
    guard: anybody,
    load: async () => (await import('@/features/site/interview/components/interview-page')).InterviewPage,
  },
  {
    path: '/quotations',
    sets: ['marketing'],
    title: 'Your quotations',
    part: 'documents',
    guard: signedIn,
    load: async () => (await import('../screens/my-account.tsx')).OwnQuotations,
  },
  {
    path: '/orders',
    sets: ['marketing'],
    title: 'Your orders',
    part: 'documents',
    guard: signedIn,
    load: async () => (await import('../screens/my-account.tsx')).OwnOrders,
  },
] as const
