import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

export const receiverKey = ['electronic receivers'] as const

/** How a contact receives electronic invoices; null where nobody said it. */
export const receiverQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...receiverKey, contactId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('electronic_receivers')
        .select('id, contact_id, address, profile, buyer_reference, row_version')
        .eq('contact_id', contactId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Receiver = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof receiverQuery>['queryFn']>>>>

/** How the company reaches the network. `access_point`: its name; null where none is connected. */
export const networkQuery = queryOptions({
  queryKey: ['network settings'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('network_settings')
      .select('access_point, is_test, own_address, sends_when_issued')
      .eq('id', 1)
      .abortSignal(signal)
      .single()
      .throwOnError()
    return data
  },
})
