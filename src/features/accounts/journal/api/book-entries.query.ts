import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { journalKey } from './account-choices.query'

const account = 'id, code, name'

/** One entry by hand with its lines, who made it, and the entries that it takes back or that take it back; null where it is gone. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...journalKey, 'entry', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('book_entries')
        .select(
          `id, entry_number, on_date, purpose, words, created_by, created_at, reverses_id,
          lines:book_entry_lines(id, place, amount::text, words, account:ledger_accounts(${account}), cost:cost_accounts(${account})),
          filed:vat_returns(from_day, to_day)`,
        )
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      if (!data) return null
      const { data: others } = await db
        .from('book_entries')
        .select('id, entry_number, on_date, reverses_id')
        .or(`reverses_id.eq.${id}${data.reverses_id ? `,id.eq.${data.reverses_id}` : ''}`)
        .limit(2)
        .abortSignal(signal)
        .throwOnError()
      const lines = data.lines
        .map(({ account: ofBooks, cost, ...line }) => ({ ...line, account: ofBooks ?? cost }))
        .sort((one, other) => Number(one.place === 0) - Number(other.place === 0) || one.place - other.place)
      return {
        ...data,
        lines,
        back: others.find(({ reverses_id }) => reverses_id === id) ?? null,
        reverses: others.find((other) => other.id === data.reverses_id) ?? null,
      }
    },
  })
export type BookEntry = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof entryQuery>['queryFn']>>>>
