import type { LoadKinds } from '@/kit/outbox/outbox-kind'

/** Everything that can wait for the network. A feature adds its kinds here. */
export const outboxKinds: LoadKinds = async () => {
  const [{ taskKinds }, { deliveryKinds }, { panelKinds }, { jobKinds }, { itemKinds }] = await Promise.all([
    import('@/features/office/tasks/outbox-kinds'),
    import('@/features/delivery/deliveries/outbox-kinds'),
    import('@/features/production/panels/outbox-kinds'),
    import('@/features/production/jobs/outbox-kinds'),
    import('@/features/stock/inventory/photos/outbox-kinds'),
  ])
  return [...taskKinds, ...deliveryKinds, ...panelKinds, ...jobKinds, ...itemKinds]
}
