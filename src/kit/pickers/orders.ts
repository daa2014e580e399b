import { db } from '@/shared/db/client'
import { likeAnywhere } from '@/shared/db/like'
import type { RecordSource } from './record-source'

const orderLabel = (order: { id: string; order_number: string; project_title: string | null }) => ({
  id: order.id,
  label: [order.order_number, order.project_title].filter(Boolean).join(' · '),
})

/** Orders by their number. */
export const orders: RecordSource = {
  one: 'order',
  many: 'orders',
  from: 0,
  found: (text) => ({
    queryKey: ['orders', 'pick', text],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('orders')
        .select('id, order_number, project_title')
        .ilike('order_number', likeAnywhere(text))
        .order('created_at', { ascending: false })
        .limit(20)
        .abortSignal(signal)
        .throwOnError()
      return data.map(orderLabel)
    },
  }),
  chosen: (id) => ({
    queryKey: ['orders', 'pick', 'chosen', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('orders')
        .select('id, order_number, project_title')
        .eq('id', id ?? '')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data && orderLabel(data)
    },
  }),
}
