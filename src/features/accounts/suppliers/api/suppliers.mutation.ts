import { askFirst } from '@/kit/save/ask-first'
import type { ReadLine } from '@/documents/supplier/read-invoice'
import { db } from '@/shared/db/client'

export type NewSupplierInvoice = {
  id: string
  supplier_id: string
  supplier_number: string
  invoice_date: string
  due_date: string | null
  currency: string
  /** What a bill in another currency is worth in that of the books; null: nobody said it yet. */
  worth: string | null
  net: string
  vat: string
  iban: string | null
  discount_pct: string | null
  discount_until: string | null
  payment_reference: string | null
  /** The invoice that a credit note names. */
  credited_number: string | null
  note: string | null
  another_bill_reason: string | null
  /** `BillQuestions.vat_as` after the VAT was confirmed. */
  vat_confirmed_as: string | null
  /** The account of the lines. */
  cost_account_id: string | null
  /** The VAT treatment of the lines that state none; null: the supplier bills its VAT. */
  vat_treatment: string | null
  /** The rate of the VAT that the company owes itself; null: its usual one. */
  own_rate: string | null
  /** The share of the VAT that is deducted, in percent; null: all of it. */
  deductible_pct: string | null
  read_from: string | null
  file: File | null
  lines: readonly ReadLine[]
}

/** Uploads the file and enters the invoice with its lines, both or none. A repeated call with the same id enters one. */
export async function enterSupplierInvoice({ file, lines, id, ...values }: NewSupplierInvoice): Promise<string> {
  const path = file ? `${id}/${storedName(file.name)}` : null
  if (file && path) {
    const { error } = await (
      await db.storage()
    )
      .from('supplier-invoices')
      .upload(path, file, { contentType: typeOf(file) })
    // A try before, whose answer was lost, has brought the same file.
    if (error && !/exists/i.test(error.message)) throw new Error(error.message)
  }
  const { data } = await db
    .rpc('enter_supplier_invoice', {
      p_id: id,
      p_values: { ...values, file_path: path, file_name: file?.name ?? null },
      p_lines: [...lines],
    })
    .throwOnError()
  return data
}

/** A storage key: letters, digits, points and dashes. */
function storedName(name: string): string {
  const [, base = 'file', end = ''] = /^(.*?)(\.[a-z0-9]+)?$/i.exec(name) ?? []
  const plain = base
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${plain.slice(0, 60) || 'file'}${end.toLowerCase()}`
}

const typeOf = (file: File): string =>
  /\.xml$/i.test(file.name) ? 'application/xml' : file.type || 'application/octet-stream'

/** Money that went to a supplier. `paymentId` is chosen by the caller, so that a repeated call pays once. */
export async function paySupplierInvoice(payment: {
  id: string
  paymentId: string
  amount: string
  method: string
  paidOn: string | null
  reference: string | null
  /** What is left then is the cash discount of the bill. */
  discount: string | null
  /** Of a bill in another currency: what it cost in that of the books. */
  cost: string | null
}): Promise<void> {
  await askFirst(() =>
    db.rpc('pay_supplier_invoice', {
      p_id: payment.id,
      // Decimal text, which PostgreSQL takes for a number without losing a digit.
      p_amount: payment.amount as unknown as number,
      p_method: payment.method,
      p_payment_id: payment.paymentId,
      ...(payment.paidOn ? { p_paid_on: payment.paidOn } : {}),
      ...(payment.reference ? { p_reference: payment.reference } : {}),
      ...(payment.cost === null ? {} : { p_cost: payment.cost as unknown as number }),
      ...(payment.discount === null ? {} : { p_discount: payment.discount as unknown as number }),
    }),
  )
}

/** Deducts a credit note from an invoice of its supplier. `id` is chosen by the caller, so that a repeated call deducts once. */
export async function deductCredit(of: {
  id: string
  creditId: string
  invoiceId: string
  amount: string
}): Promise<void> {
  await db
    .rpc('use_supplier_credit', {
      p_id: of.id,
      p_credit_id: of.creditId,
      p_invoice_id: of.invoiceId,
      // Decimal text, which PostgreSQL takes for a number without losing a digit.
      p_amount: of.amount as unknown as number,
    })
    .throwOnError()
}

/** A deducted credit note is free again, and the invoice open. */
export async function takeBackDeduction(id: string, reason: string): Promise<void> {
  await db.rpc('take_back_supplier_credit', { p_id: id, p_reason: reason }).throwOnError()
}

/**
 * Takes the material of an invoice's line into stock, once. Refused with a sentence when a purchase order contains it.
 */
export async function takeInLine(lineId: string): Promise<void> {
  await db.rpc('take_in_line', { p_line_id: lineId }).throwOnError()
}
