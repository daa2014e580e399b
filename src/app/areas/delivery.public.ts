import { anybody, signedIn } from '../route-sets/route.ts'

export const deliveryForVisitors = [
  {
    path: '/delivery-note/:id',
    sets: ['marketing'],
    title: 'Delivery note',
    purpose: 'What was delivered, where and when, and who signed for it.',
    part: 'documents',
    guard: anybody,
    load: async () => (await import('@/features/delivery/deliveries/components/note-page')).DeliveryNotePage,
  },
  {
    path: '/partial-delivery-note/:id',
    sets: ['marketing'],
    title: 'Partial delivery note',
    purpose: 'One drop of a delivery: ordered, brought now, brought before, and still to come.',
    part: 'documents',
    guard: anybody,
    load: async () => (await import('@/features/delivery/deliveries/components/note-page')).PartialDeliveryNotePage,
  },
  {
    path: '/delivery-notes',
    sets: ['marketing'],
    title: 'Delivery notes',
    purpose: 'Your delivery notes, newest first, each as a page and a PDF.',
    part: 'documents',
    guard: signedIn,
    load: async () => (await import('@/features/delivery/deliveries/components/own-notes-screen')).OwnNotesScreen,
  },
] as const
