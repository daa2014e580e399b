import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

export type LinkableContact = { id: string; label: string }

/** Contacts without an account whose name, company or address contains the text, from two characters on. */
export const linkableContactsQuery = (typed: string) => {
  const words = typed.replaceAll(/[^\p{L}\p{N}@. '+-]/gu, ' ').trim()
  return queryOptions({
    queryKey: ['linkable-contacts', words],
    enabled: words.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<LinkableContact[]> => {
      const pattern = `"%${words}%"`
      const { data } = await db
        .from('contacts')
        .select('id, name, last_name, company, email')
        .is('user_id', null)
        .neq('profile', 'archived')
        .or(`name.ilike.${pattern},last_name.ilike.${pattern},company.ilike.${pattern},email.ilike.${pattern}`)
        .order('name')
        .limit(10)
        .abortSignal(signal)
        .throwOnError()
      return data.map(({ id, name, last_name, company, email }) => {
        const person = [name, last_name].filter(Boolean).join(' ')
        return { id, label: [...new Set([person, company, email])].filter(Boolean).join(' · ') || 'Without a name' }
      })
    },
  })
}
