import { z } from 'zod'
import { knownKind, type OutboxKind } from '@/kit/outbox/outbox-kind'
import { deliveriesKey } from './api/deliveries.query'
import { type Failure, failDelivery, type HandOver, handOver } from './api/delivery.mutation'

const atDoor = {
  deliveryId: z.string(),
  photos: z.array(z.string()).default([]),
  at: z.string().nullable().default(null),
}

/** A signed hand-over. Without a network it is kept and sent later. Its id is the drop's id, so it is stored once. */
export const handOverKind: OutboxKind<HandOver> = {
  name: 'delivery.hand-over',
  schema: z.object({
    ...atDoor,
    items: z.array(z.object({ delivery_item_id: z.string(), qty: z.string() })),
    receivedBy: z.string(),
    signature: z.string().nullable(),
    place: z.object({ lat: z.number(), lng: z.number() }).nullable().default(null),
    isAway: z.boolean().default(true),
  }),
  send: (payload, _, id, isTried) => handOver({ ...payload, isAway: payload.isAway || isTried }, id),
  touches: () => [deliveriesKey],
}

/** Why a driver could not hand over; kept and sent later like a hand-over. */
export const failKind: OutboxKind<Failure> = {
  name: 'delivery.fail',
  schema: z.object({ ...atDoor, reason: z.string() }),
  send: (payload, _, id) => failDelivery(payload, id),
  touches: () => [deliveriesKey],
}

/** The actions of deliveries that can wait for the network. */
export const deliveryKinds = [knownKind(handOverKind), knownKind(failKind)]
