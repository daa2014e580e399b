import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { PayTo } from '@/documents/paper/payment'
import { companySchema, payToSchema } from '@/documents/paper/read'
import { invoiceSchema } from '@/documents/paper/read-accounts'
import type { CashDiscount, CompanyFacts } from '@/documents/paper/source'
import { db } from '@/shared/db/client'
import { type Announced, announcedSchema } from '@/shared/domain/money/announced-transfer'
import { isAboveZero, leftOf } from '@/shared/domain/money/decimal'
import { orderMoneySchema } from '@/shared/domain/records/order-money'
import { aheadOf, depositDue, type OrderOfClient } from '@/shared/domain/records/order-words'
import { newId } from '@/shared/lib/new-id'

export type Purpose = 'deposit' | 'invoice' | 'statement' | 'account'

/** The amounts to pay for a document, as decimal text; `deposit` is 0.00 when none is due. */
export type Owed = {
  purpose: Exclude<Purpose, 'statement' | 'account'>
  title: string | null
  currency: string
  /** As the paper says it, with the bank account of today. */
  company: CompanyFacts
  /** The account of today where the paper names another one. */
  changedAccount: PayTo | null
  /** The reference for a transfer: the number of the order or invoice; null until the quotation is approved. */
  reference: string | null
  deposit: string
  whole: string
  /** What is to be paid today with the cash discount, while it holds. */
  early: EarlyPayment | null
  /** A credit note settled the invoice, and no payment. */
  isCredited?: boolean
  /** Credit of the client that may lower the invoice, or pay the deposit. */
  credit: string
  /** The order that is paid for; null for an invoice, and before the approval. */
  order: OrderOfClient | null
  /** Transfers that the client announced and that are not recorded yet. */
  announced: Announced
  /** The language that the client chose, and that of the paper. */
  clientLanguage: string | null
  language: string
}

export type EarlyPayment = { pays: string; discount: string; percent: string; until: string }

const languagesOfReader = { client_language: z.string().nullish(), language: z.string().catch('en') }

const quotation = z.object({
  project_title: z.string().nullable(),
  currency: z.string(),
  company: companySchema,
  pay_to: payToSchema.optional(),
  ...languagesOfReader,
  order: orderMoneySchema
    .extend({ order_number: z.string(), status: z.string(), promised_date: z.string().nullish() })
    .nullable(),
})

const payable = (company: CompanyFacts, to: PayTo | undefined) => {
  const { is_changed = false, ...account } = to ?? {}
  return { company: { ...company, ...account }, changedAccount: to && is_changed ? to : null }
}

const stateSchema = z.object({
  pay_to: payToSchema.optional(),
  ...languagesOfReader,
  credit: z.string().default('0.00'),
  announced: announcedSchema,
})

/** One visit of the page of payment. */
export const visit = newId()
export const owedKey = (uuid: string) => ['owed', uuid] as const

async function owedForOrder(uuid: string, signal: AbortSignal): Promise<Owed | null> {
  const { data } = await db
    .rpc('get_public_quotation', { p_uuid: uuid, p_visit: visit })
    .abortSignal(signal)
    .throwOnError()
  const read = quotation.nullable().parse(data)
  return (
    read && {
      purpose: 'deposit',
      title: read.project_title,
      currency: read.currency,
      ...payable(read.company, read.pay_to),
      reference: read.order?.order_number ?? null,
      deposit: read.order ? depositDue(read.order) : '0.00',
      whole: read.order ? aheadOf(read.order) : '0.00',
      early: null,
      credit: read.order?.credit ?? '0.00',
      order: read.order,
      announced: read.order?.announced ?? [],
      clientLanguage: read.client_language ?? null,
      language: read.language,
    }
  )
}

const earlyOf = (discount: CashDiscount | null | undefined): EarlyPayment | null =>
  discount?.is_open && discount.amount && discount.pays
    ? { pays: discount.pays, discount: discount.amount, percent: discount.pct, until: discount.until }
    : null

async function owedForInvoice(uuid: string, signal: AbortSignal): Promise<Owed | null> {
  const { data } = await db
    .rpc('get_public_invoice', { p_uuid: uuid, p_visit: visit })
    .abortSignal(signal)
    .throwOnError()
  if (data === null) return null
  const {
    project_title,
    currency,
    company,
    number,
    balance,
    paid,
    credited,
    cash_discount: discount,
  } = invoiceSchema.parse(data)
  const { client_language = null, language, pay_to, ...state } = stateSchema.parse(data)
  return {
    purpose: 'invoice',
    title: project_title,
    currency,
    ...payable(company, pay_to),
    reference: number,
    deposit: '0.00',
    whole: leftOf(balance, '0'),
    early: earlyOf(discount),
    isCredited: isAboveZero(credited) && !isAboveZero(paid),
    order: null,
    clientLanguage: client_language,
    language,
    ...state,
  }
}

/** Reads by the link of a quotation, an invoice, or either; null for an invalid link. */
export const owedQuery = (uuid: string, purpose: Purpose | 'any') =>
  queryOptions({
    queryKey: [...owedKey(uuid), purpose],
    queryFn: async ({ signal }): Promise<Owed | null> => {
      if (!z.guid().safeParse(uuid).success) return null
      return (
        (purpose === 'invoice' ? null : await owedForOrder(uuid, signal)) ??
        (purpose === 'deposit' ? null : await owedForInvoice(uuid, signal))
      )
    },
  })
