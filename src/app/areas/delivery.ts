import { viewersOf } from '../route-sets/route.ts'

export const delivery = {
  screens: [
    {
      path: '/deliveries',
      title: 'Deliveries',
      part: 'deliveries',
      guard: viewersOf('deliveries'),
      keys: 'G L',
      load: async () => (await import('@/features/delivery/deliveries/components/deliveries-screen')).DeliveriesScreen,
    },
    {
      path: '/deliveries/:id',
      title: 'Delivery',
      part: 'deliveries',
      guard: viewersOf('deliveries'),
      load: async () => (await import('@/features/delivery/deliveries/components/delivery-page')).DeliveryPage,
    },
    {
      path: '/delivery-notes',
      title: 'Delivery Notes',
      part: 'deliveries',
      guard: viewersOf('deliveries'),
      load: async () => (await import('@/features/delivery/deliveries/components/notes-screen')).NotesScreen,
    },
  ],
} as const
