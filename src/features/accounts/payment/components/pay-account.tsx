import type { QueryKey } from '@tanstack/react-query'
import type { CompanyFacts } from '@/documents/paper/source'
import type { Announced } from '@/shared/domain/money/announced-transfer'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { liveAccountPayment } from '../payment.actors'
import { type OpenInvoice, PayInvoices } from './pay-invoices'

type PayAccountProps = {
  invoices: readonly (OpenInvoice & { currency: string })[]
  company: CompanyFacts
  currency: string
  /** Credit of the client, which is used first. */
  credit: string
  /** Transfers for some of them that are announced and not recorded yet. */
  announced: Announced
  /** The query of the account. */
  queryKey: QueryKey
  /** The client's name, for a transfer whose numbers are too long. */
  client: string
}

/** The open invoices of the signed-in client, all or the ticked ones, in one payment. Empty without an open invoice. */
export function PayAccount({ invoices, company, currency, credit, announced, queryKey, client }: PayAccountProps) {
  // The earliest due first, as it is settled.
  const open = invoices
    .filter((each) => each.currency === currency && isAboveZero(each.balance))
    .toSorted((one, other) => (one.due_date ?? '').localeCompare(other.due_date ?? ''))
  if (open.length === 0) return null
  const numbers = open.map(({ number }) => number).join(' ')
  return (
    <PayInvoices
      invoices={open}
      company={company}
      currency={currency}
      credit={credit}
      announced={announced}
      queryKey={queryKey}
      whole={numbers.length > 140 ? client : numbers}
      paymentOf={liveAccountPayment}
      uuid=""
      isInside
    />
  )
}
