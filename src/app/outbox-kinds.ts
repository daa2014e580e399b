import type { LoadKinds } from '@/kit/outbox/outbox-kind'

/** Everything that can wait for the network. A feature adds its kinds here. */
export const outboxKinds: LoadKinds = async () => {
  const [{ taskKinds }, { deliveryKinds }, { panelKinds }] = await Promise.all([
    import('@/features/office/tasks/outbox-kinds'),
    import('@/features/delivery/deliveries/outbox-kinds'),
    import('@/features/production/panels/outbox-kinds'),
  ])
  return [...taskKinds, ...deliveryKinds, ...panelKinds]
}
