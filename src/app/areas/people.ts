import { adminOnly, holdersOf, staffOnly, viewersOf } from '../route-sets/route.ts'

export const people = {
  screens: [
    {
      path: '/settings/sign-in',
      title: 'Sign-in',
      part: 'settings',
      guard: adminOnly,
      setting: { group: 'people', place: 6 },
      load: async () =>
        (await import('@/features/people/staff/components/sign-in-settings-screen')).SignInSettingsScreen,
    },
    {
      path: '/contacts',
      title: 'Contacts',
      part: 'contacts',
      guard: viewersOf('contacts'),
      keys: 'G C',
      load: async () =>
        (await import('@/features/people/contacts/components/contacts-start-screen')).ContactsStartScreen,
    },
    {
      path: '/contacts/types',
      title: 'Contact Types',
      part: 'contacts',
      guard: holdersOf('manage_contact_types'),
      setting: { group: 'contacts', place: 1 },
      load: async () => (await import('@/features/people/contacts/components/contact-types-screen')).ContactTypesScreen,
    },
    {
      path: '/contacts/add-person',
      title: 'Add a Person',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () => (await import('@/features/people/contacts/components/add-contact-screen')).AddPersonScreen,
    },
    {
      path: '/contacts/add-business',
      title: 'Add a Business',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () => (await import('@/features/people/contacts/components/add-contact-screen')).AddBusinessScreen,
    },
    {
      path: '/contacts/business/:id',
      title: 'Business',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/merge/contact-or-merge-screen')).ContactOrMergeScreen,
    },
    {
      path: '/contacts/business/:id/add-bank-account',
      title: 'Add a Bank Account',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/bank-accounts/add-bank-account-screen'))
          .AddBankAccountScreen,
    },
    {
      path: '/contacts/people/:id',
      title: 'Person',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/merge/contact-or-merge-screen')).ContactOrMergeScreen,
    },
    {
      path: '/contacts/people/:id/add-bank-account',
      title: 'Add a Bank Account',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/bank-accounts/add-bank-account-screen'))
          .AddBankAccountScreen,
    },
    {
      path: '/contacts/search',
      title: 'Search Contacts',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () => (await import('@/features/people/contacts/components/contacts-screen')).SearchContactsScreen,
    },
    {
      path: '/contacts/add-relation/:id',
      title: 'Add a Relation',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/add-relation-screen')).AddPersonRelationScreen,
    },
    {
      path: '/contacts/add-business-relation/:id',
      title: 'Add a Business Relation',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () =>
        (await import('@/features/people/contacts/components/add-relation-screen')).AddBusinessRelationScreen,
    },
    {
      path: '/new-client-internal',
      title: 'New Client Registration',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () => (await import('@/features/people/contacts/components/new-client-screen')).NewClientScreen,
    },
    {
      path: '/exemption-certificates',
      title: 'Exemption Certificates',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () => (await import('@/features/people/contacts/components/exemptions-screen')).ExemptionsScreen,
    },
    {
      path: '/credit-application',
      title: 'Credit Application',
      part: 'contacts',
      guard: viewersOf('contacts'),
      load: async () => (await import('@/features/people/credit/components/credit-screen')).CreditScreen,
    },
    {
      path: '/admin/user-verification',
      title: 'User Verification',
      part: 'access',
      guard: adminOnly,
      setting: { group: 'people', place: 3 },
      load: async () =>
        (await import('@/features/people/staff/components/user-verification-screen')).UserVerificationScreen,
    },
    {
      path: '/locations',
      title: 'Locations',
      part: 'settings',
      guard: viewersOf('locations'),
      setting: { group: 'contacts', place: 2 },
      load: async () => (await import('@/features/people/locations/components/locations-screen')).LocationsScreen,
    },
    {
      path: '/google-location',
      title: 'Address Finder',
      part: 'settings',
      guard: viewersOf('locations'),
      load: async () =>
        (await import('@/features/people/locations/components/google-location-screen')).GoogleLocationScreen,
    },
    {
      path: '/staff',
      title: 'Staff',
      part: 'staff',
      guard: staffOnly,
      setting: { group: 'people', place: 2 },
      load: async () => (await import('@/features/people/staff/components/staff-screen')).StaffScreen,
    },
  ],
} as const
