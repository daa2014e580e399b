import { z } from 'zod'
import { knownKind, type OutboxKind } from '@/kit/outbox/outbox-kind'
import { deliveriesKey } from './api/deliveries.query'
import { type HandOver, handOver } from './api/delivery.mutation'

/** What a driver handed over, signed for. Without a network it is kept and sent later, once: its id is that of the drop. */
export const handOverKind: OutboxKind<HandOver> = {
  name: 'delivery.hand-over',
  schema: z.object({
    deliveryId: z.string(),
    items: z.array(z.object({ delivery_item_id: z.string(), qty: z.string() })),
    receivedBy: z.string(),
    signature: z.string().nullable(),
  }),
  send: (payload, _, id) => handOver(payload, id),
  touches: () => [deliveriesKey],
}

/** What of deliveries can wait for the network. */
export const deliveryKinds = [knownKind(handOverKind)]
