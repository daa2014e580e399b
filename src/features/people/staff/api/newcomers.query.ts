import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { Account } from '@/shared/domain/people/account'
import { accountsKey, readAccounts } from './accounts.query'

/** Somebody who signed up, with what was asked for on the website from the same address. */
export type Newcomer = Account & { words: string | null }

/** What was asked for on the website from these addresses, the newest first. */
async function wordsOf(emails: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  const words = new Map<string, string>()
  if (emails.length === 0) return words
  const { data } = await db
    .from('visitor_requests')
    .select('email, words')
    .in('email', emails.slice(0, 100))
    .not('words', 'is', null)
    .order('created_at', { ascending: false })
    .limit(300)
    .abortSignal(signal)
    .throwOnError()
  for (const { email, words: said } of data)
    if (email !== null && said !== null) words.set(email, [words.get(email), said].filter(Boolean).join('\n\n'))
  return words
}

/** The people who signed up and have no role yet. */
export async function readNewcomers(signal: AbortSignal): Promise<Newcomer[]> {
  const people = (await readAccounts(signal)).filter(({ role }) => role === 'pending')
  const words = await wordsOf(
    people.map(({ email }) => email.toLowerCase()),
    signal,
  )
  return people.map((account) => ({ ...account, words: words.get(account.email.toLowerCase()) ?? null }))
}

/** What one newcomer asked for; null where nothing did. */
export const newcomerWordsQuery = (email: string) =>
  queryOptions({
    queryKey: [...accountsKey, 'words', email],
    queryFn: async ({ signal }) => (await wordsOf([email.toLowerCase()], signal)).get(email.toLowerCase()) ?? null,
  })
