import { paths } from '../paths.ts'
import { publicAndAuthRoutes } from './public-and-auth.ts'
import { anybody, type AppRoute, type RouteSet, screensOf } from './route.ts'

const quotations = screensOf('documents', { guard: anybody, frame: 'public' })
const payments = screensOf('payments', { guard: anybody, frame: 'public' })

export const clientQuotationRoutes: readonly AppRoute[] = [
  quotations(paths.clientQuotation, {
    title: 'Your quotation',
    purpose: 'The quotation with pictures, options and totals: approve it, reject it, or ask for a change.',
  }),
]

const designerInterview: AppRoute = screensOf('documents', { guard: anybody, frame: 'public' })(
  paths.designerInterview,
  {
    title: 'Designer interview',
    purpose: 'Tells our designers what you need, step by step; leave and come back where you stopped.',
  },
)

/** What clients use from links in mails: approve a quotation, pay a deposit or an invoice (spec 1 §2.3). */
export const clientSet: RouteSet = {
  name: 'client',
  fallback: paths.designerInterview,
  routes: [
    ...clientQuotationRoutes,
    quotations(paths.clientQuotationOfQuotation, {
      title: 'Your quotation',
      purpose: 'The quotation with pictures, options and totals: approve it, reject it, or ask for a change.',
    }),
    quotations(paths.quotationConfirmed, {
      title: 'Quotation confirmed',
      purpose: 'Thanks for the order, what happens next, and the way to pay the deposit.',
    }),
    payments(paths.payDeposit, {
      title: 'Pay the deposit',
      purpose: 'Pay the deposit of a quotation, or all of it, by card or bank transfer.',
    }),
    payments(paths.payManually, {
      title: 'Pay by bank transfer',
      purpose: 'Our bank details and your reference, and a way to tell us that the transfer is made.',
    }),
    payments(paths.paymentProviderCheck, {
      title: 'Payment provider check',
      purpose: 'Says whether the card payment provider can be reached. It shows no secrets.',
    }),
    designerInterview,
    ...publicAndAuthRoutes,
  ],
}
