import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

export type LinkableContact = { id: string; label: string }

type Named = { id: string; name: string | null; last_name: string | null; company: string | null; email: string | null }

function asLinkable({ id, name, last_name, company, email }: Named): LinkableContact {
  const person = [name, last_name].filter(Boolean).join(' ')
  return { id, label: [...new Set([person, company, email])].filter(Boolean).join(' · ') || 'Without a name' }
}

const linkable = () =>
  db.from('contacts').select('id, name, last_name, company, email').is('user_id', null).neq('profile', 'archived')

/** The only contact without an account that has this address; null where none or several have it. */
export const contactOfAddressQuery = (address: string) =>
  queryOptions({
    queryKey: ['linkable-contacts', 'of address', address],
    queryFn: async ({ signal }): Promise<LinkableContact | null> => {
      const { data } = await linkable()
        .ilike('email', address.replaceAll(/[\\%_]/g, '\\$&'))
        .order('id')
        .limit(20)
        .abortSignal(signal)
        .throwOnError()
      const [only, another] = data.filter(({ email }) => email?.toLowerCase() === address.toLowerCase())
      return only && !another ? asLinkable(only) : null
    },
  })

/** Contacts without an account whose name, company or address contains the text, from two characters on. */
export const linkableContactsQuery = (typed: string) => {
  const words = typed.replaceAll(/[^\p{L}\p{N}@. '+-]/gu, ' ').trim()
  return queryOptions({
    queryKey: ['linkable-contacts', words],
    enabled: words.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<LinkableContact[]> => {
      const pattern = `"%${words}%"`
      const { data } = await linkable()
        .or(`name.ilike.${pattern},last_name.ilike.${pattern},company.ilike.${pattern},email.ilike.${pattern}`)
        .order('name')
        .limit(10)
        .abortSignal(signal)
        .throwOnError()
      return data.map(asLinkable)
    },
  })
}
