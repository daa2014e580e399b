import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { Role } from '@/shared/domain/role'
import { roleSchema } from '@/shared/domain/role-schema'

const accountsSchema = z.array(z.object({ email: z.string(), name: z.string(), role: roleSchema }))

export type DemoAccount = { email: string; name: string; role: Role }

/** The people of the demo company, offered only where the server says that it runs one. */
export const demoAccountsQuery = queryOptions({
  queryKey: ['demo-accounts'],
  queryFn: async ({ signal }): Promise<DemoAccount[]> => {
    const response = await fetch('/local/demo-accounts', { signal })
    if (!response.ok) return []
    return accountsSchema.parse(await response.json())
  },
  staleTime: Infinity,
})

/** The one password of every demo person. */
export const demoPassword = 'signwright'
