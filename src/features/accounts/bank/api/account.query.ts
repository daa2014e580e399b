import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { assetAccountsOf } from '../../shared/asset-accounts'
import { sourceOf } from '../../shared/tax-in-amount'
import { bankKey } from './bank.query'

/** An account for entries of the bank. `value`: `costs ID`, `sales ID`, `income ID` or `books ID`. */
export type AccountChoice = { value: string; label: string }

/** The id of the account of a choice. */
export const accountIdOf = (value: string): string => value.split(' ')[1] ?? ''

/** Parts of papers whose accounts are moved by papers and payments alone. */
const ofPapers: readonly string[] = ['clients', 'suppliers', 'deposits', 'vat_waiting', 'vat_purchases_waiting']

/** The accounts that an entry of the bank can be booked to, by number. */
export const bankAccountsQuery = queryOptions({
  queryKey: [...bankKey, 'accounts'],
  queryFn: async ({ signal }): Promise<AccountChoice[]> => {
    const accounts = db.from('ledger_accounts').select('id, code, name, kind')
    const ofCosts = db.from('cost_accounts').select('id, code, name, kind, written_down_on')
    const rules = db.from('account_rules').select('part, method, account_id').limit(1000).abortSignal(signal)
    const [books, costs, { data: led }] = await Promise.all([
      accounts.eq('archived', false).order('code').limit(1000).abortSignal(signal).throwOnError(),
      ofCosts.eq('archived', false).order('code').limit(1000).abortSignal(signal).throwOnError(),
      rules.throwOnError(),
    ])
    const kept = new Set([
      ...led
        .filter(({ part, method }) => ofPapers.includes(part) || (part === 'money' && (method ?? 'bank') === 'bank'))
        .map(({ account_id }) => account_id),
      ...assetAccountsOf(costs.data),
    ])
    const sales = new Set(led.filter(({ part }) => part === 'sales').map(({ account_id }) => account_id))
    const listed = (of: readonly { id: string; code: string; name: string; from: string }[]) =>
      of
        .filter(({ id }) => !kept.has(id))
        .map(({ id, code, name, from }) => ({ value: `${from} ${id}`, label: `${code} ${name}` }))
    return listed([
      ...books.data.map((each) => ({ ...each, from: sourceOf(each.id, each.kind, sales) })),
      ...costs.data.map((each) => ({ ...each, from: 'costs' })),
    ]).sort((one, other) => one.label.localeCompare(other.label))
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
