import { askFirst, type Unusual } from '@/kit/save/ask-first'
import { db } from '@/shared/db/client'

/**
 * Draws the number and freezes the paper; over nothing, and without the Leitweg-ID of XRechnung, after a question. Refused in words
 * without a line. A second call changes nothing.
 */
export async function issueInvoice(id: string, said: readonly Unusual[] = []): Promise<void> {
  await askFirst(() => db.rpc('issue_invoice', { p_id: id }), said)
}

/** An empty draft without an order; `id` is chosen by the form: a repeated call makes one. Its id. */
export async function createInvoice(draft: { id: string; contactId: string; title: string | null }): Promise<string> {
  const { data } = await db
    .rpc('create_invoice', {
      p_contact_id: draft.contactId,
      p_id: draft.id,
      ...(draft.title ? { p_project_title: draft.title } : {}),
    })
    .throwOnError()
  return data
}

/** Voids a draft. Its lines can be invoiced again. */
export async function voidInvoice(id: string): Promise<void> {
  await db.rpc('void_invoice', { p_id: id }).throwOnError()
}

/** An amount at a VAT rate, as decimal text. */
export type RateAmount = { vat_rate: string; vat_treatment: string; amount: string }

/**
 * Makes a draft credit note over amounts of an issued invoice, net or with VAT. The form chooses `id`. Returns its id.
 */
export async function creditByAmount(note: {
  id: string
  invoiceId: string
  reason: string
  amounts: RateAmount[]
  isGross: boolean
  /** Whether it is invoiced or asked for again; null where nobody asked. */
  isAgain: boolean | null
}): Promise<string> {
  const { data } = await db
    .rpc('credit_by_amount', {
      p_id: note.id,
      p_invoice_id: note.invoiceId,
      p_reason: note.reason,
      p_amounts: note.amounts,
      p_is_gross: note.isGross,
      ...(note.isAgain === null ? {} : { p_again: note.isAgain }),
    })
    .throwOnError()
  return data
}

/**
 * Makes a draft credit note over lines of an issued invoice. The form chooses `id`, so a repeated call makes one.
 * Returns its id.
 */
export async function makeCreditNote(note: {
  id: string
  invoiceId: string
  reason: string
  /** Null for everything that is not credited yet. Quantities are decimal text without sign. */
  lines: { invoice_item_id: string; qty: string }[] | null
  /** With everything: the deposits that no other invoice would deduct are credited too. */
  deposits: boolean
  /** Whether it is invoiced or asked for again; null where nobody asked. */
  isAgain: boolean | null
}): Promise<string> {
  const { data } = await db
    .rpc('make_credit_note', {
      p_id: note.id,
      p_invoice_id: note.invoiceId,
      p_reason: note.reason,
      ...(note.lines ? { p_lines: note.lines } : {}),
      ...(note.deposits ? { p_deposits: true } : {}),
      ...(note.isAgain === null ? {} : { p_again: note.isAgain }),
    })
    .throwOnError()
  return data
}

/** Issues a credit note over what nobody paid of a deposit invoice. `isAgain`: the order asks for it again. */
export async function creditOpenDeposit(id: string, reason: string, isAgain: boolean): Promise<void> {
  await askFirst(() => db.rpc('credit_open_deposit', { p_invoice_id: id, p_reason: reason, p_again: isAgain }))
}
