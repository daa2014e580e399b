import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { Sort } from '@/kit/list/define-list'
import { afterCursor } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { readDecimal } from '@/shared/domain/money/money'
import { accountsKey } from '../../shared/keys'
import { partsLeft } from '../../shared/payment/parts-left'

export const bankKey = [...accountsKey, 'bank'] as const

/** The shown entries: status, direction, order and search text. */
export type Shown = {
  status: 'open' | 'confirmed' | 'ignored' | 'split'
  money: 'all' | 'in' | 'out'
  search: string
  order: string | null
}

/** The orders that a person may choose; the first is the usual one. */
export const orders: Readonly<Record<'newest' | 'oldest' | 'largest' | 'smallest', Sort>> = {
  newest: { by: 'booked_on', down: true },
  oldest: { by: 'booked_on', down: false },
  largest: { by: 'amount', down: true },
  smallest: { by: 'amount', down: false },
}
const isOrder = (order: string | null): order is keyof typeof orders => order !== null && Object.hasOwn(orders, order)

const partSchema = z.object({
  invoice_id: z.string(),
  number: z.string(),
  balance: z.string(),
  amount: z.string(),
  /** What is left of the invoice then is its cash discount. */
  discount: z.string().optional(),
})
const matchSchema = z.object({
  contact_id: z.string(),
  client_name: z.string().default('Without a name'),
  order_id: z.string().optional(),
  order_number: z.string().optional(),
  payment_id: z.string().optional(),
  payment_number: z.string().optional(),
  parts: z.array(partSchema),
  credit: z.string(),
  /** That of the client: its parts and credit are in it. */
  currency: z.string().optional(),
  /** How much it is proposed to be in that currency, where the bank says only ours. */
  own_amount: z.string().optional(),
  /** The credit of the client that settles its papers together with the entry. */
  uses_credit: z.string().optional(),
  is_sure: z.boolean(),
  /** The day on which it is booked, where that of the bank is closed. */
  books_on: z.string().optional(),
  /** It would be sure, but came before the day of its invoice. */
  is_early: z.boolean().default(false),
  /** Sent along by a confirmation: it books this suggestion or nothing. */
  seen: z.string().default(''),
  reasons: z.array(z.string()),
})
const returnedPartSchema = z.object({
  invoice_id: z.string(),
  number: z.string(),
  amount: z.string(),
  /** A deposit invoice that is credited in the act, and not open again. */
  is_credited: z.boolean().default(false),
  /** The cash discount that ends with the payment. */
  discount: z.string().optional(),
})
/** What a returned payment settled of an invoice. Amounts are decimal text. */
export type ReturnedPart = z.infer<typeof returnedPartSchema>

const returnSchema = z.object({
  kind: z.literal('return'),
  entry_id: z.string(),
  name: z.string().default('Without a name'),
  booked_on: z.string(),
  is_booked: z.boolean(),
  /** Why it cannot be confirmed yet. */
  obstacle: z.string().optional(),
  parts: z.array(returnedPartSchema),
  seen: z.string().default(''),
  reasons: z.array(z.string()),
})
const proposalSchema = z.object({
  kind: z.literal('account'),
  name: z.string().default('A cost account'),
  vat_rate: z.string().optional(),
  vat: z.string().optional(),
  /** Money between two accounts of the company. */
  is_own_transfer: z.boolean().default(false),
  seen: z.string().default(''),
  reasons: z.array(z.string()),
})
/** The account that a rule proposes for an entry. */
export type Proposal = z.infer<typeof proposalSchema>

/** The earlier entry that an entry gives back, and the papers that are open again then. */
export type Return = z.infer<typeof returnSchema>

/** A suggested purpose of a credit entry, with its reasons as sentences. Amounts are decimal text. */
export type Match = z.infer<typeof matchSchema>

const paidPartSchema = partSchema.extend({
  balance: z.string().default(''),
  discount: z.string().optional(),
  is_credited: z.boolean().default(false),
  /** Of a bill in another currency: what is open in it, in words. All of it is paid. */
  own: z.string().optional(),
})
const debitMatchSchema = z.object({
  kind: z.enum(['supplier', 'run', 'run_payment', 'recorded', 'recurring', 'refund', 'client_return']),
  name: z.string().default('Without a name'),
  contact_id: z.string().optional(),
  parts: z.array(paidPartSchema).default([]),
  run_id: z.string().optional(),
  run_number: z.string().optional(),
  is_recorded: z.boolean().default(false),
  count: z.number().optional(),
  item_id: z.string().optional(),
  supplier_payment_id: z.string().optional(),
  recurring_id: z.string().optional(),
  title: z.string().optional(),
  period_on: z.string().optional(),
  payment_id: z.string().optional(),
  payment_number: z.string().optional(),
  refund_id: z.string().optional(),
  /** For a returned payment: its day, and the bank's fee in the same debit. */
  received_on: z.string().optional(),
  fee: z.string().optional(),
  /** Why it cannot be confirmed yet. */
  obstacle: z.string().optional(),
  is_sure: z.boolean(),
  /** The day on which it is booked, where that of the bank is closed. */
  books_on: z.string().optional(),
  /** Sent along by a confirmation: it books this suggestion or nothing. */
  seen: z.string().default(''),
  reasons: z.array(z.string()),
})
/** A suggested purpose of a debit, with its reasons as sentences. Amounts are decimal text. */
export type DebitMatch = z.infer<typeof debitMatchSchema>

const columns = `id, booked_on, direction, amount::text, currency, party_name, party_iban, remittance, end_to_end,
  bank_reference, status, ignore_reason, has_recorded, decided_by, decided_at,
  other_amount::text, other_currency, worth::text, split_of, split_words,
  run:payment_runs(id, run_number),
  payouts:bank_entry_payouts(id, fee::text, taken_off,
    paid:supplier_payments(id, amount::text, discount::text, invoice:supplier_invoices(id, supplier_number, supplier_id)),
    refund:payment_refunds(id, amount::text, payment:payments(id, payment_number, contact_id))),
  booking:bank_bookings(id, number, vat::text, vat_rate::text, account:ledger_accounts(code, name),
    cost:cost_accounts(code, name)),
  payment:payments(id, payment_number, open::text, amount::text, currency, contact:contacts!payments_contact_id_fkey(id, type, name, last_name, company),
    discounts:cash_discounts(amount::text), parts:payment_allocations(id, amount::text, reverses_id, invoice:invoices(id, invoice_number)))`

const size = 50

/** The words that a search looks for: an amount as the database writes it, else each word, folded. */
function wordsOf(search: string): string[] {
  const amount = readDecimal(search, { places: 2, least: '0', most: '999999999.99' })
  return 'value' in amount ? [amount.value] : foldAccents(search).split(/\s+/).filter(Boolean)
}

/** The bookings with the searched number: `BANK-2026-0001`. Null where no such number is searched for. */
async function bookingsOf(search: string, signal: AbortSignal): Promise<string[] | null> {
  if (!/^bank-\d{4}-\d{4,}$/i.test(search.trim())) return null
  const { data } = await db
    .from('bank_bookings')
    .select('id')
    .eq('number', search.trim().toUpperCase())
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ id }) => id)
}

const sortOf = ({ order }: Shown): Sort => orders[isOrder(order) ? order : 'newest']

async function readEntries(shown: Shown, after: { value: string; id: string } | null, signal: AbortSignal) {
  const sort = sortOf(shown)
  const all = db.from('bank_entries').select(columns)
  const decided = all.eq('status', shown.status)
  const chosen = shown.money === 'all' ? decided : decided.eq('direction', shown.money)
  const booked = await bookingsOf(shown.search, signal)
  const found = booked
    ? chosen.in('booking_id', booked)
    : wordsOf(shown.search).reduce(
        (query, word) => query.ilike('search_text', `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`),
        chosen,
      )
  const paged = after ? found.or(afterCursor(sort, after)) : found
  const { data } = await paged
    .order(sort.by, { ascending: !sort.down })
    .order('id', { ascending: !sort.down })
    .limit(size)
    .abortSignal(signal)
    .throwOnError()
  const entries = data.map((entry) => ({
    ...entry,
    payment: entry.payment && { ...entry.payment, parts: partsLeft(entry.payment.parts) },
  }))
  return withPayees(await withParts(entries, signal), signal)
}

/** Split entries with their parts. */
async function withParts<Row extends { id: string; status: string }>(entries: Row[], signal: AbortSignal) {
  const ids = entries.filter(({ status }) => status === 'split').map(({ id }) => id)
  if (ids.length === 0) return entries.map((entry) => ({ ...entry, splits: [] as PartOfEntry[] }))
  const { data } = await db
    .from('bank_entries')
    .select('id, split_of, direction, amount::text, split_words, status')
    .in('split_of', ids)
    .order('entry_key')
    .abortSignal(signal)
    .throwOnError()
  return entries.map((entry) => ({ ...entry, splits: data.filter(({ split_of }) => split_of === entry.id) }))
}

type PartOfEntry = {
  id: string
  split_of: string | null
  direction: string
  amount: string
  split_words: string | null
  status: string
}

/** Payees are read separately, because the server reads related rows only three levels deep. */
async function withPayees<Row extends { payouts: Payout[] }>(entries: Row[], signal: AbortSignal) {
  const ids = [...new Set(entries.map(payeeOf))].filter((id) => id !== undefined)
  if (ids.length === 0) return entries.map((entry) => ({ ...entry, payee: null }))
  const { data } = await db
    .from('contacts')
    .select('id, type, name, last_name, company')
    .in('id', ids)
    .abortSignal(signal)
    .throwOnError()
  const found = new Map(data.map((payee) => [payee.id, payee]))
  return entries.map((entry) => ({ ...entry, payee: found.get(payeeOf(entry) ?? '') ?? null }))
}

/** The supplier or client of a debit. */
type Payout = {
  paid: { invoice: { supplier_id: string } | null } | null
  refund: { payment: { contact_id: string | null } } | null
}

const payeeOf = ({ payouts: [first] }: { payouts: Payout[] }) =>
  first?.paid?.invoice?.supplier_id ?? first?.refund?.payment.contact_id ?? undefined

/** Each entry is compared with all open papers: on a busy server fifty of them would take longer than a request may. */
const atOnce = 10

/** Adds the suggestions to open entries, and the reasons why a person must look. */
export async function suggestionsOf<Row extends { id: string; direction: string }>(
  entries: readonly Row[],
  signal?: AbortSignal,
): Promise<(Row & Suggestions)[]> {
  const suggested: (Row & Suggestions)[] = []
  for (let from = 0; from < entries.length; from += atOnce)
    suggested.push(...(await someSuggestions(entries.slice(from, from + atOnce), signal)))
  return suggested
}

async function someSuggestions<Row extends { id: string; direction: string }>(
  entries: readonly Row[],
  signal?: AbortSignal,
): Promise<(Row & Suggestions)[]> {
  const asked = db.rpc('bank_suggestions', { p_ids: entries.map(({ id }) => id) })
  const { data } = await (signal ? asked.abortSignal(signal) : asked).throwOnError()
  const found = new Map(data.map((one) => [one.entry_id, one]))
  return entries.map((entry) => {
    const all = z.array(z.unknown()).parse(found.get(entry.id)?.matches ?? [])
    const given = all.map((one) => returnSchema.safeParse(one))
    const proposed = all.map((one) => proposalSchema.safeParse(one))
    const others = all.filter((_, place) => !given[place]?.success && !proposed[place]?.success)
    return {
      ...entry,
      doubts: found.get(entry.id)?.doubts ?? [],
      returns: given.find(({ success }) => success)?.data ?? null,
      proposal: proposed.find(({ success }) => success)?.data ?? null,
      matches: entry.direction === 'in' ? z.array(matchSchema).parse(others) : [],
      debits: entry.direction === 'out' ? z.array(debitMatchSchema).parse(others) : [],
    }
  })
}

/** An entry can be read, ignored and booked by hand where its suggestions cannot be worked out. */
const notSuggested = 'Its suggestions could not be read. Please open this page again to ask for them.'
const undecided = { doubts: [], returns: null, proposal: null, matches: [], debits: [] }

type Stored = Awaited<ReturnType<typeof readEntries>>[number]
type Suggestions = {
  matches: Match[]
  debits: DebitMatch[]
  /** Why a person must look, in sentences. */
  doubts: string[]
  returns: Return | null
  /** The account of a rule; null where none fits. */
  proposal: Proposal | null
}
/** An entry of a bank statement. Open ones have suggestions, the best first. */
export type Entry = Stored & Suggestions

/** Entries in the chosen order, a page at a time. */
export const entriesQuery = (shown: Shown) =>
  infiniteQueryOptions({
    queryKey: [...bankKey, 'entries', shown],
    initialPageParam: null as { value: string; id: string } | null,
    queryFn: async ({ pageParam, signal }): Promise<Entry[]> => {
      const entries = await readEntries(shown, pageParam, signal)
      return shown.status === 'open'
        ? suggestionsOf(entries, signal).catch((error: unknown) => {
            if (signal.aborted) throw error
            return entries.map((entry) => ({ ...entry, ...undecided, doubts: [notSuggested] }))
          })
        : entries.map((entry) => ({ ...entry, ...undecided }))
    },
    getNextPageParam: (page) => {
      const last = page.length < size ? undefined : page.at(-1)
      return last ? { value: sortOf(shown).by === 'amount' ? last.amount : last.booked_on, id: last.id } : null
    },
  })

const summarySchema = z.object({
  open: z.number(),
  amount: z.string(),
  open_out: z.number(),
  amount_out: z.string(),
  other: z.array(z.object({ currency: z.string(), direction: z.enum(['in', 'out']), amount: z.string() })).default([]),
  imports: z.number(),
  last_day: z.string().nullable(),
})

/** The number of open entries, and the last day with imported entries. */
export const summaryQuery = queryOptions({
  queryKey: [...bankKey, 'summary'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('bank_summary').abortSignal(signal).throwOnError()
    return summarySchema.parse(data)
  },
})

const sureSchema = z.object({
  sure: z.record(z.string(), z.string()),
  early: z.number().default(0),
  next: z.string().nullable(),
})

/**
 * The open entries with a sure suggestion: the seen state by entry id. `early`: how many more would be sure, but came
 * before the day of their invoice.
 */
export const sureQuery = (money: Shown['money']) =>
  queryOptions({
    queryKey: [...bankKey, 'sure', money],
    queryFn: async ({ signal }) => {
      const sure: Record<string, string> = {}
      let early = 0
      let after: string | null = null
      // A hundred entries a call: a file has 5000 at most, and several may wait.
      for (let calls = 0; calls < 200; calls += 1) {
        const page = await readSure(money, after, signal)
        Object.assign(sure, page.sure)
        early += page.early
        after = page.next
        if (after === null) break
      }
      return { sure, early }
    },
  })

async function readSure(money: Shown['money'], after: string | null, signal: AbortSignal) {
  const { data } = await db
    .rpc('sure_entries', { ...(money === 'all' ? {} : { p_direction: money }), ...(after ? { p_after: after } : {}) })
    .abortSignal(signal)
    .throwOnError()
  return sureSchema.parse(data)
}

/** The files that were imported, the newest first. */
export const importsQuery = queryOptions({
  queryKey: [...bankKey, 'imports'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('bank_imports')
      .select(
        'id, file_name, format, account_iban, currency, first_day, last_day, opening::text, closing::text, entries, known, created_at',
      )
      .order('created_at', { ascending: false })
      .limit(200)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** The booked entries of a file, with what each is in the books. */
export const bookedOfImportQuery = (importId: string) =>
  queryOptions({
    queryKey: [...bankKey, 'booked-of-import', importId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('bank_entries')
        .select(
          `id, booked_on, amount::text, currency, booking:bank_bookings(id, number), run:payment_runs(id, run_number), payment:payments(id, payment_number),
            payouts:bank_entry_payouts(id, paid:supplier_payments(invoice:supplier_invoices(id, supplier_number)),
              refund:payment_refunds(payment:payments(id, payment_number)))`,
        )
        .eq('import_id', importId)
        .eq('status', 'confirmed')
        .order('position')
        .limit(1000)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
export type BookedEntry = Awaited<ReturnType<NonNullable<ReturnType<typeof bookedOfImportQuery>['queryFn']>>>[number]

/** The open invoices of a supplier, the oldest due first. One that no debit can pay has the reason. */
export const supplierOpenQuery = (supplierId: string) =>
  queryOptions({
    queryKey: [...bankKey, 'supplier', supplierId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('supplier_open_invoices', { p_supplier_id: supplierId })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** Payments of a client with unused credit, the oldest first, from which a refund can be made. */
export const clientCreditQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...bankKey, 'credit', contactId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('payments')
        .select('id, payment_number, open::text, received_on')
        .eq('contact_id', contactId)
        // One in another currency is refunded in that, and the debit confirmed with it.
        .is('worth', null)
        .eq('direction', 'in')
        .in('status', ['succeeded', 'part_refunded'])
        .gt('open', 0)
        .order('received_on')
        .order('payment_number')
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** Refunds of a client that were recorded by hand and stand on no statement, the newest first. */
export const recordedRefundsQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...bankKey, 'refunds', contactId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('payment_refunds')
        .select(
          `id, amount::text, worth::text, way, refunded_on, reverses_id,
          payment:payments!inner(id, payment_number, currency, contact_id), payout:bank_entry_payouts(entry_id)`,
        )
        .eq('payment.contact_id', contactId)
        .eq('kind', 'refund')
        .order('refunded_on', { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      const takenBack = new Set(data.map(({ reverses_id }) => reverses_id))
      return data.filter(
        ({ id, way, reverses_id, payout }) =>
          reverses_id === null &&
          !takenBack.has(id) &&
          way !== 'cash' &&
          (Array.isArray(payout) ? payout.length === 0 : payout === null),
      )
    },
  })

export type RecordedRefund = Awaited<
  ReturnType<NonNullable<ReturnType<typeof recordedRefundsQuery>['queryFn']>>
>[number]

/** Payments of a client that a debit may return in full: not later and not larger than the debit; the newest first. */
export const clientReceiptsQuery = (contactId: string, { amount, booked_on }: { amount: string; booked_on: string }) =>
  queryOptions({
    queryKey: [...bankKey, 'receipts', contactId, amount, booked_on],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('payments')
        .select('id, payment_number, amount::text, received_on')
        .eq('contact_id', contactId)
        .is('worth', null)
        .eq('direction', 'in')
        .eq('status', 'succeeded')
        .filter('amount', 'lte', amount)
        .lte('received_on', booked_on)
        .order('received_on', { ascending: false })
        .order('payment_number', { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
