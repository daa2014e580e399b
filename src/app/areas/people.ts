import { adminOnly, holdersOf, staffOnly, viewersOf } from '../route-sets/route.ts'

export const people = {
  screens: [
    {
      path: '/contacts',
      title: 'Contacts',
      purpose: 'People and businesses with type, balance and the on-stop sign; search, filter and open.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      keys: 'G C',
      load: async () =>
        (await import('@/features/people/contacts/components/contacts-start-screen')).ContactsStartScreen,
    },
    {
      path: '/contacts/types',
      title: 'Contact Types',
      purpose: 'The kinds of contacts you tell apart, such as client and supplier.',
      part: 'contacts',
      guard: holdersOf('manage_contact_types'),
      setting: { group: 'contacts', place: 1 },
      load: async () => (await import('@/features/people/contacts/components/contact-types-screen')).ContactTypesScreen,
    },
    {
      path: '/contacts/add-person',
      title: 'Add a Person',
      purpose: 'A new person, checked for duplicates by email and name.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () => (await import('@/features/people/contacts/components/add-contact-screen')).AddPersonScreen,
    },
    {
      path: '/contacts/add-business',
      title: 'Add a Business',
      purpose: 'A new business, checked for duplicates by VAT number, email and name.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () => (await import('@/features/people/contacts/components/add-contact-screen')).AddBusinessScreen,
    },
    {
      path: '/contacts/business/:id',
      title: 'Business',
      purpose: 'One business: people, sites, quotations, orders, deliveries, invoices, balance, tasks and files.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/contact-or-merge-screen')).ContactOrMergeScreen,
    },
    {
      path: '/contacts/business/:id/add-bank-account',
      title: 'Add a Bank Account',
      purpose: 'A bank account of a business; the IBAN is checked as it is typed.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/add-bank-account-screen')).AddBankAccountScreen,
    },
    {
      path: '/contacts/people/:id',
      title: 'Person',
      purpose: 'One person: businesses, quotations, orders, tasks and files.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/contact-or-merge-screen')).ContactOrMergeScreen,
    },
    {
      path: '/contacts/people/:id/add-bank-account',
      title: 'Add a Bank Account',
      purpose: 'A bank account of a person; the IBAN is checked as it is typed.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/add-bank-account-screen')).AddBankAccountScreen,
    },
    {
      path: '/contacts/search',
      title: 'Search Contacts',
      purpose: 'One search over names, companies, phones, emails and VAT numbers.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () => (await import('@/features/people/contacts/components/contacts-screen')).SearchContactsScreen,
    },
    {
      path: '/contacts/add-relation/:id',
      title: 'Add a Relation',
      purpose: 'Links a person to a business: works for, owns, keeps the accounts, manages the site.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/add-relation-screen')).AddPersonRelationScreen,
    },
    {
      path: '/contacts/add-business-relation/:id',
      title: 'Add a Business Relation',
      purpose: 'Links two businesses, such as a branch to its head office.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/add-relation-screen')).AddBusinessRelationScreen,
    },
    {
      path: '/new-client-internal',
      title: 'New Client Registration',
      purpose: 'Business, person, site and payment terms of a new client in one go.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () => (await import('@/features/people/contacts/components/new-client-screen')).NewClientScreen,
    },
    {
      path: '/credit-application',
      title: 'Credit Application',
      purpose: 'A client asks for credit: limit, terms, directors and references, and the decision.',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () => (await import('@/features/people/credit/components/credit-screen')).CreditScreen,
    },
    {
      path: '/admin/user-verification',
      title: 'User Verification',
      purpose: 'People who signed up and wait: give them a role, link them to a contact, or refuse.',
      part: 'access',
      guard: adminOnly,
      setting: { group: 'people', place: 3 },
      load: async () =>
        (await import('@/features/people/staff/components/user-verification-screen')).UserVerificationScreen,
    },
    {
      path: '/locations',
      title: 'Locations',
      purpose: 'Sites of clients on a list and a map, with what is open there.',
      part: 'settings',
      guard: viewersOf('locations'),
      setting: { group: 'contacts', place: 2 },
      load: async () => (await import('@/features/people/locations/components/locations-screen')).LocationsScreen,
    },
    {
      path: '/google-location',
      title: 'Address Finder',
      purpose: 'A pasted map link becomes a point on the map, and a location of a client.',
      part: 'settings',
      guard: viewersOf('locations'),
      load: async () =>
        (await import('@/features/people/locations/components/google-location-screen')).GoogleLocationScreen,
    },
    {
      path: '/staff',
      title: 'Staff',
      purpose: 'The people who work here and their roles.',
      part: 'staff',
      guard: staffOnly,
      setting: { group: 'people', place: 2 },
      load: async () => (await import('@/features/people/staff/components/staff-screen')).StaffScreen,
    },
  ],
} as const
