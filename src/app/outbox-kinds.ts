import type { LoadKinds } from '@/kit/outbox/outbox-kind'

const load = () =>
  Promise.allSettled([
    import('@/features/office/tasks/outbox-kinds').then(({ taskKinds }) => taskKinds),
    import('@/features/delivery/deliveries/outbox-kinds').then(({ deliveryKinds }) => deliveryKinds),
    import('@/features/production/panels/outbox-kinds').then(({ panelKinds }) => panelKinds),
    import('@/features/production/jobs/outbox-kinds').then(({ jobKinds }) => jobKinds),
    import('@/features/stock/inventory/photos/outbox-kinds').then(({ itemKinds }) => itemKinds),
  ])

/**
 * Every kind of action that can wait for the network. A feature adds its kinds above. When the code of some kinds could
 * not be fetched, the others are sent and those keep waiting.
 */
export const outboxKinds: LoadKinds = {
  kindOf: async (name) => {
    const loaded = await load()
    const kind = loaded.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])).find((one) => one.name === name)
    const failed = loaded.find((one) => one.status === 'rejected')
    if (!kind && failed) throw failed.reason
    return kind
  },
  prefetch: () => void load(),
}
