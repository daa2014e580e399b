import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { GivenEntry, HandOver } from '@/documents/journal-files/format'
import { db } from '@/shared/db/client'
import type { Days } from '../../shared/days'
import { journalKey } from './account-choices.query'

export const handOverKey = [...journalKey, 'hand-over'] as const

const stateSchema = z.object({
  entries: z.number(),
  given: z.number(),
  new: z.number(),
  changed: z.number(),
  gone: z.number(),
  is_closed: z.boolean(),
  others: z.array(z.object({ format: z.string(), at: z.string() })),
})
/** What of these days counts as given in a format, and what the next hand-over would hold. */
export type HandOverState = z.infer<typeof stateSchema>

/** What of these days counts as given in this format, and what is new, changed or gone since. */
export const handOverStateQuery = (format: string, { from, to }: Days) =>
  queryOptions({
    queryKey: [...handOverKey, 'state', format, from, to],
    queryFn: async ({ signal }): Promise<HandOverState> => {
      const { data } = await db
        .rpc('hand_over_state', { p_format: format, p_from: from, p_to: to })
        .abortSignal(signal)
        .throwOnError()
      return stateSchema.parse(data)
    },
  })

/** What the format asks for before the entries of these days can be given. */
export const missingQuery = (format: string, { from, to }: Days) =>
  queryOptions({
    queryKey: [...handOverKey, 'missing', format, from, to],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('hand_over_missing', { p_format: format, p_from: from, p_to: to })
        .abortSignal(signal)
        .throwOnError()
      return data as readonly { what: string; name: string | null; id: string | null }[]
    },
  })

/** The number of the account of clients by the newest rule: each chart has its own. */
export const clientsAccountQuery = queryOptions({
  queryKey: [...handOverKey, 'clients-account'],
  queryFn: async ({ signal }): Promise<string | null> => {
    const { data } = await db
      .from('account_rules')
      .select('account:ledger_accounts(code)')
      .eq('part', 'clients')
      .order('from_day', { ascending: false, nullsFirst: false })
      .limit(1)
      .abortSignal(signal)
      .throwOnError()
    return data[0]?.account.code ?? null
  },
})

/** An entry that is new, changed or gone since it was given. Amounts are decimal text. */
export type EntryChange = {
  change: string
  entry_id: string
  on_date: string
  kind: string
  id: string
  number: string | null
  party: string | null
  given: string | null
  now: string | null
}

/** The entries of these days that the next hand-over in this format would hold. */
export const entryChangesQuery = (format: string, { from, to }: Days) =>
  queryOptions({
    queryKey: [...handOverKey, 'changes', format, from, to],
    queryFn: async ({ signal }): Promise<EntryChange[]> => {
      const { data } = await db
        .rpc('hand_over_changes', { p_format: format, p_from: from, p_to: to })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** The latest hand-overs, the newest first, each with what came later, changed or is gone since. */
export const handOversQuery = queryOptions({
  queryKey: [...handOverKey, 'list'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('hand_over_list', {}).abortSignal(signal).throwOnError()
    return data
  },
})
export type EarlierHandOver = Awaited<ReturnType<NonNullable<(typeof handOversQuery)['queryFn']>>>[number]

/** What the programs of accountants ask for. Numbers of DATEV are text; `automatic_accounts` have a comma between. */
export type HandOverSettings = {
  consultant_number: string | null
  client_number: string | null
  account_length: number
  automatic_accounts: string | null
  xero_tax_rate: string | null
  /** The format that was chosen last; null until somebody chose one. */
  format: string | null
  /** 1 to 12: the month in which the financial year begins. */
  first_month: number
}

/** The settings of the company for hand-overs. */
export const handOverSettingsQuery = queryOptions({
  queryKey: [...handOverKey, 'settings'],
  queryFn: async ({ signal }): Promise<HandOverSettings> => {
    const { data } = await db
      .from('hand_over_settings')
      .select(
        'consultant_number, client_number, account_length, automatic_accounts, xero_tax_rate, format, first_month',
      )
      .abortSignal(signal)
      .single()
      .throwOnError()
    return {
      ...data,
      consultant_number: data.consultant_number === null ? null : String(data.consultant_number),
      client_number: data.client_number === null ? null : String(data.client_number),
      automatic_accounts: data.automatic_accounts.join(', ') || null,
    }
  },
})

const addressed = {
  vat_number: z.string().optional(),
  address: z.string().optional(),
  city: z.string().optional(),
  postcode: z.string().optional(),
  country: z.string().optional(),
}
const factsSchema = z.object({
  company: z.string(),
  currency: z.string(),
  consultant_number: z.number().optional(),
  client_number: z.number().optional(),
  account_length: z.number().optional(),
  year_from: z.string().optional(),
  automatic_accounts: z.array(z.string()).optional(),
  xero_tax_rate: z.string().optional(),
  saft: z
    .object({
      ...addressed,
      registration_number: z.string().optional(),
      phone: z.string().optional(),
      email: z.string().optional(),
      is_cash_basis: z.boolean(),
      accounts: z.array(z.object({ code: z.string(), name: z.string(), kind: z.string(), opening: z.string() })),
      parties: z.array(
        z.object({
          ...addressed,
          side: z.string(),
          number: z.number(),
          account: z.string(),
          name: z.string(),
          opening: z.string(),
        }),
      ),
    })
    .optional(),
})
const linesSchema = z.array(
  z.object({
    code: z.string(),
    account: z.string(),
    part: z.string(),
    personal: z.number().nullable().default(null),
    vat_rate: z.string().nullable().default(null),
    vat_treatment: z.string().nullable().default(null),
    words: z.string().nullable().default(null),
    amount: z.string(),
  }),
)

async function* pagesOf(id: string, onRead: (entries: number) => void): AsyncGenerator<readonly GivenEntry[]> {
  const most = 500
  let last = 0
  for (let read = 0; ;) {
    const { data } = await db
      .from('hand_over_entries')
      .select('id, undoes_id, entry_id, on_date, kind, number, party, words, lines')
      .eq('hand_over_id', id)
      .gt('id', last)
      .order('id')
      .limit(most)
      .throwOnError()
    yield data.map(({ undoes_id, lines, ...entry }) => ({
      ...entry,
      takesBack: undoes_id !== null,
      lines: linesSchema.parse(lines),
    }))
    read += data.length
    onRead(read)
    last = data.at(-1)?.id ?? last
    if (data.length < most) return
  }
}

/** A hand-over as its writer takes it: the entries are read page by page while it is written. */
export async function readHandOver(
  id: string,
  onRead: (entries: number) => void,
): Promise<HandOver & { format: string }> {
  const { data } = await db
    .from('hand_overs')
    .select('place, format, from_day, to_day, is_closed, created_at, facts')
    .eq('id', id)
    .single()
    .throwOnError()
  return {
    place: data.place,
    format: data.format,
    from: data.from_day,
    to: data.to_day,
    madeAt: data.created_at,
    isClosed: data.is_closed,
    facts: factsSchema.parse(data.facts),
    entries: pagesOf(id, onRead),
  }
}
