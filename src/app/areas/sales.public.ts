import { anybody } from '../route-sets/route.ts'
import { everySet } from './area.ts'

export const salesForVisitors = [
  {
    path: '/mockups/:uuid',
    sets: everySet,
    title: 'Mockup',
    purpose: 'The mockups of a quotation, version by version: comment on the picture, approve it, or ask for changes.',
    part: 'documents',
    guard: anybody,
    frame: 'whole',
    load: async () => (await import('@/features/production/proofs/components/mockups-screen')).MockupsScreen,
  },
  {
    path: '/client-quotations/:id',
    sets: ['client', 'marketing'],
    title: 'Your quotation',
    purpose: 'The quotation with pictures, options and totals: approve it, reject it, or ask for a change.',
    part: 'documents',
    guard: anybody,
    load: async () =>
      (await import('@/features/sales/approval/components/client-quotation-screen')).ClientQuotationScreen,
  },
  {
    path: '/quotations/client/:id',
    sets: ['client'],
    title: 'Your quotation',
    purpose: 'The quotation with pictures, options and totals: approve it, reject it, or ask for a change.',
    part: 'documents',
    guard: anybody,
    load: async () =>
      (await import('@/features/sales/approval/components/client-quotation-screen')).ClientQuotationScreen,
  },
  {
    path: '/quotation-confirmed',
    sets: ['client'],
    title: 'Quotation confirmed',
    purpose: 'Thanks for the order, what happens next, and the way to pay the deposit.',
    part: 'documents',
    guard: anybody,
    load: async () => (await import('@/features/sales/approval/components/confirmed-screen')).QuotationConfirmedScreen,
  },
  {
    path: '/payments/deposit/:quotationId',
    sets: ['client'],
    title: 'Pay the deposit',
    purpose: 'Pay the deposit of a quotation, or all of it, by card or bank transfer.',
    part: 'payments',
    guard: anybody,
    load: async () => (await import('@/features/accounts/payment/components/pay-screen')).PayDepositScreen,
  },
  {
    path: '/designer-interview',
    sets: ['client'],
    title: 'Designer interview',
    purpose: 'Tells our designers what you need, step by step; leave and come back where you stopped.',
    part: 'documents',
    guard: anybody,
    load: async () => (await import('@/features/site/interview/components/interview-page')).InterviewPage,
  },
] as const
