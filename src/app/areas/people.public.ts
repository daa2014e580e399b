import { anybody } from '../route-sets/route.ts'
import { everySet } from './area.ts'

export const peopleForVisitors = [
  {
    path: '/new-business-registration',
    sets: everySet,
    title: 'Register a business',
    part: 'company',
    guard: anybody,
    load: async () => (await import('@/features/site/pages/components/registration-page')).BusinessRegistrationPage,
  },
  {
    path: '/client-registration',
    sets: ['marketing'],
    title: 'Register as a client',
    part: 'website',
    guard: anybody,
    load: async () => (await import('@/features/site/pages/components/registration-page')).ClientRegistrationPage,
  },
  {
    path: '/contacts/add-person',
    sets: ['marketing'],
    title: 'Add a contact person',
    part: 'website',
    guard: anybody,
    load: async () => (await import('@/features/site/pages/components/registration-page')).AddPersonPage,
  },
] as const
