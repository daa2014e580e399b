import { deliveryKinds } from '@/features/delivery/deliveries/outbox-kinds'
import { taskKinds } from '@/features/office/tasks/outbox-kinds'
import type { KnownKind } from '@/kit/outbox/outbox-kind'

/** Everything that can wait for the network. A feature adds its kinds here. */
export const outboxKinds: readonly KnownKind[] = [...taskKinds, ...deliveryKinds]
