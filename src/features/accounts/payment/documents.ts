import { linkTo } from '@/shared/lib/address'
import type { Purpose } from './api/owed.query'

/** The page of the document that is paid, for the holder of its link. */
export const documentPath = (purpose: Purpose, uuid: string): string =>
  purpose === 'account'
    ? linkTo('/my-account')
    : purpose === 'statement'
      ? linkTo('/statements/:id', { id: uuid })
      : purpose === 'invoice'
        ? linkTo('/client-invoices/:id', { id: uuid })
        : linkTo('/client-quotations/:id', { id: uuid })

/** The page on which it is paid. */
export const paymentPath = (purpose: Purpose, uuid: string): string =>
  purpose === 'statement' || purpose === 'account'
    ? documentPath(purpose, uuid)
    : purpose === 'invoice'
      ? linkTo('/invoices/payment/:invoiceId', { invoiceId: uuid })
      : linkTo('/payments/deposit/:quotationId', { quotationId: uuid })

/** The purpose of a payment request. A statement request without a document is for a client's account. */
export function purposeOf(request: { purpose: string; uuid?: string | null } | null | undefined): Purpose {
  if (request?.purpose === 'account' || request?.purpose === 'invoice') return request.purpose
  if (request?.purpose !== 'statement') return 'deposit'
  return request.uuid === null ? 'account' : 'statement'
}
