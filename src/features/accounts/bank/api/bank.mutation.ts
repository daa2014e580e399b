import { z } from 'zod'
import type { BankFile } from '@/documents/bank-statements/bank-file'
import { askFirst } from '@/kit/save/ask-first'
import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'
import type { Allocation } from '../../shared/payment/allocation'
import type { Part } from '../parts-of-entry'
import { type Repeated, sentFile } from './bank-file.query'

const importedSchema = z.object({
  id: z.string(),
  entries: z.number(),
  known: z.number(),
  repeated: z.number().default(0),
})

/** Imports the entries of a file, all or none; asks where the account is none of ours so far. The form chooses `id`, so a repeated call imports once. */
export async function importBankFile(id: string, fileName: string, file: BankFile, repeated: Repeated | null) {
  const { data } = await askFirst(() => db.rpc('import_bank_file', { p_id: id, ...sentFile(fileName, file, repeated) }))
  return importedSchema.parse(data)
}

export type Decision = {
  contactId: string
  /** Null settles the oldest due first. */
  allocations: Allocation[] | null
  /** Paid ahead for this order. */
  orderId?: string | undefined
  /** A payment that was recorded by hand: linked, not recorded again. */
  paymentId?: string | undefined
  /** The value in the books of an entry in another currency. */
  worth?: string | undefined
  /** How much it was in the currency of the client, where the bank does not say it. */
  amount?: string | undefined
}

/** Confirms the client of an entry: records its payment, or links it to one recorded by hand. */
export async function confirmEntry(
  id: string,
  { contactId, allocations, orderId, paymentId, worth, amount }: Decision,
): Promise<void> {
  await askFirst(() =>
    db.rpc('confirm_bank_entry', {
      p_id: id,
      p_contact_id: contactId,
      ...(allocations ? { p_allocations: allocations } : {}),
      ...(orderId ? { p_order_id: orderId } : {}),
      ...(paymentId ? { p_payment_id: paymentId } : {}),
      // Decimal text, which the database reads exactly.
      ...(worth ? { p_worth: worth as unknown as number } : {}),
      ...(amount ? { p_amount: amount as unknown as number } : {}),
    }),
  )
}

/** The purpose of a debit, as the database takes it. `worth`: the value of a debit in another currency. */
export type DebitChoice = { worth?: string | undefined } & (
  | { kind: 'supplier'; parts: { invoice_id: string; amount: string; discount?: string | undefined }[] }
  | { kind: 'run'; run_id: string }
  | { kind: 'run_payment'; item_id: string }
  | { kind: 'recorded'; supplier_payment_id: string }
  | { kind: 'recurring'; recurring_id: string; period_on: string }
  | { kind: 'refund'; payment_id: string; refund_id?: string | undefined }
  | { kind: 'client_return'; payment_id: string; fee: string }
)

/** Confirms the purpose of a debit: records it, or links it to a payment recorded by hand. */
export async function confirmDebit(id: string, choice: DebitChoice): Promise<void> {
  await askFirst(() => db.rpc('confirm_bank_payout', { p_id: id, p_choice: choice }))
}

const confirmedSchema = z.object({
  confirmed: z.number(),
  left: z.number(),
  /** The number of the booked record by entry id; empty for an entry without one. */
  booked: z.record(z.string(), z.string()).default({}),
})

/**
 * Confirms entries as they were shown. `seen`: the seen state by entry id. Returns how many were confirmed, and how
 * many had changed.
 */
export async function confirmShown(seen: Readonly<Record<string, string>>) {
  const { data } = await askFirst(() => db.rpc('confirm_shown_entries', { p_shown: seen }))
  return confirmedSchema.parse(data)
}

/**
 * Confirms one entry as it was shown and returns the number of its booked record. A repeated confirmation returns the
 * same.
 * @throws when the entry has changed, so that it would be booked differently
 */
export async function confirmAsShown(id: string, seen: string): Promise<string> {
  const { confirmed, booked } = await confirmShown({ [id]: seen })
  if (confirmed > 0) return booked[id] ?? ''
  throw new NotSaved('refused', 'The entry has changed: nothing was booked. Please look again.')
}

/**
 * Confirms the entries of a question as they were shown, 200 a call. Returns how many were confirmed.
 * @throws when one of them has changed: then none of its call is booked, nor of the calls after it
 */
export async function confirmAllShown(shown: readonly { id: string; seen: string }[]): Promise<number> {
  for (let from = 0; from < shown.length; from += 200) {
    const seen = Object.fromEntries(shown.slice(from, from + 200).map((one) => [one.id, one.seen]))
    await askFirst(() => db.rpc('confirm_shown_entries', { p_shown: seen, p_whole: true }))
  }
  return shown.length
}

/** Entries that belong to nobody in our books, with one reason. How many. */
export async function ignoreEntries(ids: readonly string[], reason: string): Promise<number> {
  const { data } = await db.rpc('ignore_bank_entries', { p_ids: [...ids], p_reason: reason }).throwOnError()
  return data
}

/** Ignored entries are undecided again. */
export async function noticeEntries(ids: readonly string[]): Promise<void> {
  await db.rpc('notice_bank_entries', { p_ids: [...ids] }).throwOnError()
}

/** Splits an open entry into parts that come to it. The same parts again split once. */
export async function splitEntry(id: string, parts: readonly Part[]): Promise<void> {
  await db.rpc('split_bank_entry', { p_id: id, p_parts: [...parts] }).throwOnError()
}

/** Removes an imported file with its entries. What was booked of them is taken back first, with the reason. Returns the number of removed entries. */
export async function undoImport(id: string, reason?: string): Promise<number> {
  const { data } = await db
    .rpc('undo_bank_import', { p_id: id, ...(reason ? { p_reason: reason } : {}) })
    .throwOnError()
  return data
}

/** An entry that belongs to nobody in our books. Nothing is recorded. */
export async function ignoreEntry(id: string, reason: string): Promise<void> {
  await db.rpc('ignore_bank_entry', { p_id: id, p_reason: reason }).throwOnError()
}

/** Makes the entry undecided again; the records of its confirmation are reversed by new records. */
export async function undoEntry(id: string, reason?: string): Promise<void> {
  await db.rpc('undo_bank_entry', { p_id: id, ...(reason ? { p_reason: reason } : {}) }).throwOnError()
}
