import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { afterCursor } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import { accountsKey } from '../../shared/keys'

export const bankKey = [...accountsKey, 'bank'] as const

/** Which entries are shown. */
export type Shown = 'open' | 'confirmed' | 'ignored' | 'out'

const partSchema = z.object({ invoice_id: z.string(), number: z.string(), balance: z.string(), amount: z.string() })
const matchSchema = z.object({
  contact_id: z.string(),
  client_name: z.string().default('Without a name'),
  order_id: z.string().optional(),
  order_number: z.string().optional(),
  payment_id: z.string().optional(),
  payment_number: z.string().optional(),
  parts: z.array(partSchema),
  credit: z.string(),
  is_sure: z.boolean(),
  reasons: z.array(z.string()),
})
/** What an entry may be for, with the reasons as sentences. Amounts are decimal text. */
export type Match = z.infer<typeof matchSchema>

const columns = `id, booked_on, direction, amount::text, currency, party_name, party_iban, remittance, end_to_end,
  bank_reference, status, ignore_reason, has_recorded, decided_by, decided_at,
  payment:payments(id, payment_number, open::text, contact:contacts!payments_contact_id_fkey(id, type, name, last_name, company),
    parts:payment_allocations(id, amount::text, invoice:invoices(id, invoice_number)))`

const size = 50

async function readEntries(shown: Shown, after: { value: string; id: string } | null, signal: AbortSignal) {
  const all = db.from('bank_entries').select(columns)
  const chosen = shown === 'out' ? all.eq('direction', 'out') : all.eq('direction', 'in').eq('status', shown)
  const paged = after ? chosen.or(afterCursor({ by: 'booked_on', down: true }, after)) : chosen
  const { data } = await paged
    .order('booked_on', { ascending: false })
    .order('id', { ascending: false })
    .limit(size)
    .abortSignal(signal)
    .throwOnError()
  return data
}

async function readMatches(ids: string[], signal: AbortSignal): Promise<Map<string, Match[]>> {
  if (ids.length === 0) return new Map()
  const { data } = await db.rpc('bank_suggestions', { p_ids: ids }).abortSignal(signal).throwOnError()
  return new Map(data.map(({ entry_id, matches }) => [entry_id, z.array(matchSchema).parse(matches)]))
}

type Stored = Awaited<ReturnType<typeof readEntries>>[number]
/** An entry of a bank statement; open ones with what they may be for, the best suggestion first. */
export type Entry = Stored & { matches: Match[] }

/** Entries, the newest first, a page at a time. */
export const entriesQuery = (shown: Shown) =>
  infiniteQueryOptions({
    queryKey: [...bankKey, 'entries', shown],
    initialPageParam: null as { value: string; id: string } | null,
    queryFn: async ({ pageParam, signal }): Promise<Entry[]> => {
      const entries = await readEntries(shown, pageParam, signal)
      const matches =
        shown === 'open'
          ? await readMatches(
              entries.map(({ id }) => id),
              signal,
            )
          : new Map<string, Match[]>()
      return entries.map((entry) => ({ ...entry, matches: matches.get(entry.id) ?? [] }))
    },
    getNextPageParam: (page) => {
      const last = page.length < size ? undefined : page.at(-1)
      return last ? { value: last.booked_on, id: last.id } : null
    },
  })

const summarySchema = z.object({
  open: z.number(),
  amount: z.string(),
  imports: z.number(),
  last_day: z.string().nullable(),
})

/** What waits to be matched, and until which day the bank's entries are here. */
export const summaryQuery = queryOptions({
  queryKey: [...bankKey, 'summary'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('bank_summary').abortSignal(signal).throwOnError()
    return summarySchema.parse(data)
  },
})

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
