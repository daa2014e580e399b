import { anybody } from '../route-sets/route.ts'
import { everySet } from './area.ts'

export const peopleForVisitors = [
  {
    path: '/new-business-registration',
    sets: everySet,
    title: 'Register a business',
    purpose:
      'A business asks to become a client: company, contact person, address and VAT number, checked by our office.',
    part: 'company',
    guard: anybody,
    load: async () => (await import('@/features/site/pages/components/registration-page')).BusinessRegistrationPage,
  },
  {
    path: '/client-registration',
    sets: ['marketing'],
    title: 'Register as a client',
    purpose: 'A person asks to become a client; our office checks and confirms by mail.',
    part: 'website',
    guard: anybody,
    load: async () => (await import('@/features/site/pages/components/registration-page')).ClientRegistrationPage,
  },
  {
    path: '/contacts/add-person',
    sets: ['marketing'],
    title: 'Add a contact person',
    purpose: 'Name a person of your business who may order or approve; our office checks and confirms by mail.',
    part: 'website',
    guard: anybody,
    load: async () => (await import('@/features/site/pages/components/registration-page')).AddPersonPage,
  },
] as const
