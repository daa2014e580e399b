import { z } from 'zod'
import { announcedSchema } from '../../shared/domain/money/announced-transfer.ts'
import { exact, minus, sum, written } from '../../shared/domain/money/decimal.ts'
import type { WithTexts } from '../../shared/domain/texts/papers/load.ts'
import {
  billedLineSchema,
  companySchema,
  contactSchema,
  decimalText,
  language,
  pricedFields,
  text,
  vatRow,
} from './read.ts'
import type { CreditNoteDocument, InvoiceDocument, StatementDocument } from './source.ts'

/** Reads the database's data for the papers of accounts. Amounts must be decimal text: a number is refused. */

const receiver = z
  .object({
    address: text,
    profile: z.enum(['peppol', 'xrechnung', 'en16931', 'factur_x']).nullable(),
    reference: text,
    sender: text,
  })
  .nullish()

const billed = {
  ...pricedFields,
  lines: z.array(billedLineSchema),
  vat_table: z.array(vatRow.extend({ books_vat: decimalText.optional() })),
  books: z.object({ currency: z.string(), rate: decimalText, gross: decimalText, on: z.string() }).nullish(),
  issue_date: text,
  note: text,
  receiver,
}

/** The cash discount of an invoice, as `private.cash_discount_facts` says it. */
export const cashDiscountSchema = z.object({
  pct: decimalText,
  days: z.number(),
  until: z.string(),
  base: decimalText,
  amount: decimalText.nullable(),
  pays: decimalText.nullable(),
  is_open: z.boolean(),
})

/** The answer of `preview_invoice`, and of `get_public_invoice`. */
export const invoiceSchema: z.ZodType<InvoiceDocument> = z.object({
  ...billed,
  person: contactSchema.nullable(),
  terms: text,
  invoice_kind: z.enum(['standard', 'deposit', 'progress', 'final', 'proforma']),
  supply_from: text.optional(),
  supply_date: text,
  due_date: text,
  client_po: text,
  order_number: text,
  paid: decimalText,
  credited: decimalText,
  state: z.string(),
  taxed_when_paid: z.boolean().optional(),
  written_off: decimalText.default('0.00'),
  cash_discounted: decimalText.default('0.00'),
  cash_discount: cashDiscountSchema.nullish(),
  deposit: decimalText.default('0.00'),
  balance: decimalText,
})

/** The answer of `preview_credit_note`, and of `get_public_credit_note`. */
export const creditNoteSchema: z.ZodType<CreditNoteDocument> = z
  .object({ ...billed, invoice_number: z.string(), supply_from: text.optional(), supply_date: text, reason: text })
  .transform((document) => ({ ...document, person: null, terms: null }))

const entryNames = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  payment: 'Payment',
  refund: 'Refund',
  deposit: 'Deposit',
  write_off: 'Written off',
  cash_discount: 'Cash discount',
} as const

const entrySchema = z.object({
  date: z.string(),
  kind: z.enum(['invoice', 'credit_note', 'payment', 'refund', 'deposit', 'write_off', 'cash_discount']),
  id: z.string(),
  number: text,
  description: text,
  due_date: text,
  debit: decimalText,
  credit: decimalText,
  balance: decimalText,
})

/** The answer of `client_statement` and `get_public_statement`: the account of a client between two days. */
export const accountSchema = z.object({
  number: text.optional(),
  language,
  currency: z.string(),
  company: companySchema,
  client: contactSchema,
  date_from: z.string(),
  date_to: z.string(),
  opening: decimalText,
  closing: decimalText,
  lines: z.array(entrySchema),
  ageing: z.object({
    not_due: decimalText,
    days_30: decimalText,
    days_60: decimalText,
    days_90: decimalText,
    older: decimalText,
    unallocated: decimalText,
  }),
  /** The open amounts now, for a statement that a client opens by its link. */
  payable: z.array(z.object({ balance: decimalText })).optional(),
  /** Transfers of the client that are announced and not recorded yet, of such a statement. */
  announced: announcedSchema,
  /** The client's unused credit. */
  credit: decimalText.optional(),
})
export type Account = z.infer<typeof accountSchema>
export type AccountEntry = Account['lines'][number]

/** The name of an account entry: `Invoice INV-2026-0120`. */
export const entryText = ({ kind, number }: Pick<AccountEntry, 'kind' | 'number'>): string =>
  [entryNames[kind], number].filter(Boolean).join(' ')

/** The effect of an entry on the balance: invoices and refunds raise it, credit notes and payments lower it. */
export const entryAmount = ({ debit, credit }: Pick<AccountEntry, 'debit' | 'credit'>): string =>
  written(minus(exact(debit), exact(credit)))

/** The same account as its paper wants it. */
export const statementOf = (account: WithTexts<Account>): WithTexts<StatementDocument> => ({
  texts: account.texts,
  number: account.number ?? null,
  language: account.language,
  currency: account.currency,
  company: account.company,
  client: account.client,
  date_from: account.date_from,
  date_to: account.date_to,
  opening: account.opening,
  closing: account.closing,
  entries: account.lines.map((entry) => ({
    on: entry.date,
    kind: entry.kind,
    number: entry.number,
    description: entry.description,
    amount: entryAmount(entry),
    balance: entry.balance,
  })),
  ageing: [
    account.ageing.not_due,
    account.ageing.days_30,
    account.ageing.days_60,
    account.ageing.days_90,
    account.ageing.older,
  ],
  unallocated: account.ageing.unallocated,
  open:
    account.payable &&
    written(minus(sum(account.payable.map(({ balance }) => exact(balance))), exact(account.credit ?? '0'))),
})
