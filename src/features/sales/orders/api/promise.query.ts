import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { fields, oneOf, orNull, text } from '@/shared/domain/records/mini-schema'
import { orderKey } from './order.query'

const schema = orNull(
  fields({
    by: orNull(oneOf(['note', 'terms', 'lead_time', 'plan', 'person'])),
    name: orNull(text),
    told: orNull(fields({ how: oneOf(['mail', 'page']), at: text })),
  }),
)
export type OrderPromise = NonNullable<ReturnType<typeof schema.parse>>

/** Who set the promised day of an order, and how its client was told; null without one. */
export const orderPromiseQuery = (id: string) =>
  queryOptions({
    queryKey: [...orderKey(id), 'promise'],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('order_promise', { p_order_id: id }).abortSignal(signal).throwOnError()
      return schema.parse(data)
    },
  })
