import { viewersOf } from '../route-sets/route.ts'

export const delivery = {
  screens: [
    {
      path: '/deliveries',
      title: 'Deliveries',
      purpose: 'Deliveries by day and route: assign a crew, tick what is handed over, sign, take a photo.',
      part: 'deliveries',
      guard: viewersOf('deliveries'),
      keys: 'G L',
      load: async () => (await import('@/features/delivery/deliveries/components/deliveries-screen')).DeliveriesScreen,
    },
    {
      path: '/deliveries/:id',
      title: 'Delivery',
      purpose: 'One delivery: address, what goes, what went before, and what is still to come.',
      part: 'deliveries',
      guard: viewersOf('deliveries'),
      load: async () => (await import('@/features/delivery/deliveries/components/delivery-screen')).DeliveryScreen,
    },
    {
      path: '/delivery-notes',
      title: 'Delivery Notes',
      purpose: 'Signed delivery notes by client.',
      part: 'deliveries',
      guard: viewersOf('deliveries'),
      load: async () => (await import('@/features/delivery/deliveries/components/notes-screen')).NotesScreen,
    },
  ],
} as const
