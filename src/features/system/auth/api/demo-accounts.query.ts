import { queryOptions } from '@tanstack/react-query'
import { type Role, roles } from '@/shared/domain/people/role'
import { fields, listOf, oneOf, text } from '@/shared/domain/records/mini-schema'

const accounts = listOf(fields({ email: text, name: text, role: oneOf(roles) }))

export type DemoAccount = { email: string; name: string; role: Role }

/** The people of the demo company, offered only when the server runs one. */
export const demoAccountsQuery = queryOptions({
  queryKey: ['demo-accounts'],
  queryFn: async ({ signal }): Promise<DemoAccount[]> => {
    const response = await fetch('/local/demo-accounts', { signal })
    if (!response.ok) return []
    return accounts.parse(await response.json())
  },
  staleTime: Infinity,
})

/** The one password of every demo person. */
export const demoPassword = 'signwright'
