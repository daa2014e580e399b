import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { bankKey } from './bank.query'

/** An account for entries of the bank. `value`: `costs ID` or `books ID`. */
export type AccountChoice = { value: string; label: string }

/** True for the value of a cost account: only its bookings may have VAT. */
export const isOfCosts = (value: string): boolean => value.startsWith('costs ')
/** The id of the account of a choice. */
export const accountIdOf = (value: string): string => value.split(' ')[1] ?? ''

/** Parts of papers whose accounts are moved by papers and payments alone. */
const ofPapers: readonly string[] = ['clients', 'suppliers', 'deposits']

/** The accounts that an entry of the bank can be booked to, by number. */
export const bankAccountsQuery = queryOptions({
  queryKey: [...bankKey, 'accounts'],
  queryFn: async ({ signal }): Promise<AccountChoice[]> => {
    const read = (table: 'ledger_accounts' | 'cost_accounts') =>
      db
        .from(table)
        .select('id, code, name')
        .eq('archived', false)
        .order('code')
        .limit(1000)
        .abortSignal(signal)
        .throwOnError()
    const rules = db.from('account_rules').select('part, method, account_id').limit(1000).abortSignal(signal)
    const [books, costs, { data: led }] = await Promise.all([
      read('ledger_accounts'),
      read('cost_accounts'),
      rules.throwOnError(),
    ])
    const kept = new Set(
      led
        .filter(({ part, method }) => ofPapers.includes(part) || (part === 'money' && (method ?? 'bank') === 'bank'))
        .map(({ account_id }) => account_id),
    )
    const listed = (from: string, { data }: typeof books) =>
      data
        .filter(({ id }) => !kept.has(id))
        .map(({ id, code, name }) => ({ value: `${from} ${id}`, label: `${code} ${name}` }))
    return [...listed('books', books), ...listed('costs', costs)].sort((one, other) =>
      one.label.localeCompare(other.label),
    )
  },
})

/** The rules that propose an account for entries of the bank, the newest first. */
export const bankRulesQuery = queryOptions({
  queryKey: [...bankKey, 'rules'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('bank_rules')
      .select(
        `id, direction, party_iban, words, vat_rate::text, created_at, account:ledger_accounts(code, name),
          cost:cost_accounts(code, name)`,
      )
      .order('created_at', { ascending: false })
      .order('id')
      .limit(1000)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
export type BankRule = Awaited<ReturnType<NonNullable<typeof bankRulesQuery.queryFn>>>[number]
