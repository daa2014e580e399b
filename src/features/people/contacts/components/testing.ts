import type { ContactCardRow } from '../api/contact.query'
import type { ContactLinks } from '../links'

/** Addresses as a test sees them. */
export const testLinks: ContactLinks = {
  list: '/contacts',
  import: '/import',
  duplicates: '/duplicates',
  merge: ({ id }, other) => `/merge/${id}/${other}`,
  person: (id) => `/people/${id}`,
  business: (id) => `/business/${id}`,
  addPerson: '/add-person',
  addBusiness: '/add-business',
  newClient: '/new-client',
  addRelation: (id) => `/add-relation/${id}`,
  addBusinessRelation: (id) => `/add-business-relation/${id}`,
  personBankAccount: (id) => `/people/${id}/bank`,
  businessBankAccount: (id) => `/business/${id}/bank`,
  task: (id) => `/tasks/${id}`,
  quotation: (id) => `/quotations/${id}`,
  delivery: (id) => `/deliveries/${id}`,
  locationsOf: (id) => `/locations?client=${id}`,
  location: (id) => `/locations?location=${id}`,
  addLocation: (id) => `/locations?add=yes&client=${id}`,
  newCredit: (id) => `/credit-application?new=yes&client=${id}`,
  credit: (id) => `/credit-application?application=${id}`,
  trail: (id) => `/audit-logs/${id}`,
}

/** The key of a card that is read by its address. */
export const annId = 'c0000000-0000-4000-a000-000000000001'

export const testCard = (change: Partial<ContactCardRow> = {}): ContactCardRow => ({
  id: 'ann',
  user_id: null,
  type: 'Person',
  profile: 'verified',
  name: 'Ann',
  last_name: 'Borg',
  company: null,
  email: 'ann@borg.example',
  phone: '2122 3344',
  mobile: null,
  vat_number: null,
  address_line: null,
  city: 'Mosta',
  postcode: null,
  country: null,
  payment_terms_days: null,
  credit_limit: null,
  contact_type_id: null,
  account_manager_id: null,
  on_stop: false,
  archived_at: null,
  logo_url: null,
  row_version: 1,
  created_at: '2026-01-02T09:00:00Z',
  ...change,
})
