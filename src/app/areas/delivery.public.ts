import { anybody, signedIn } from '../route-sets/route.ts'

export const deliveryForVisitors = [
  {
    path: '/delivery-note/:id',
    sets: ['marketing'],
    title: 'Delivery note',
    part: 'documents',
    guard: anybody,
    load: async () => (await import('@/features/delivery/deliveries/components/note-page')).DeliveryNotePage,
  },
  {
    path: '/partial-delivery-note/:id',
    sets: ['marketing'],
    title: 'Partial delivery note',
    part: 'documents',
    guard: anybody,
    load: async () => (await import('@/features/delivery/deliveries/components/note-page')).PartialDeliveryNotePage,
  },
  {
    path: '/delivery-notes',
    sets: ['marketing'],
    title: 'Delivery notes',
    part: 'documents',
    guard: signedIn,
    load: async () => (await import('../screens/my-account.tsx')).OwnDeliveries,
  },
] as const
