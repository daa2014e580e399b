import type { ContactCardRow } from '../api/contact.query'

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
  state: null,
  postcode: null,
  country: null,
  payment_terms_days: null,
  cash_discount_pct: null as unknown as string,
  cash_discount_days: null,
  language: null,
  length_unit: null,
  currency: null,
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
