import { defineFields, namesOf, type ValuesOf } from '@/kit/fields/field'
import { cityOfAddress, postcodeOfAddress, stateOfAddress } from '@/kit/fields/place-fields'
import { text } from '@/kit/fields/text-fields'
import { can } from '@/shared/domain/people/permission'
import type { NewClient } from './api/contact.mutation'
import { contactFields } from './contact-fields'

const { Business: business, Person: person } = contactFields
export const businessNames = namesOf(business)
const mayAddSites = { right: (rights: Parameters<typeof can>[0]) => can(rights, 'locations', 'create') }

/** The fields of a new client: those of the business, of its person and of its first site. */
export const newClientFields = defineFields({
  ...business,
  person_name: { ...person.name, required: false, right: () => true },
  person_last_name: { ...person.last_name, right: () => true },
  person_email: person.email,
  person_phone: person.phone,
  site_label: text('Name of the site', mayAddSites),
  site_address: text('Address', { ...mayAddSites, max: 500 }),
  site_city: text('Town', { ...mayAddSites, ...cityOfAddress('site_country') }),
  site_postcode: text('Postcode', { ...mayAddSites, max: 20, ...postcodeOfAddress('site_country') }),
  site_state: { ...stateOfAddress('site_state', 'site_country'), ...mayAddSites },
  site_country: text('Country', mayAddSites),
})
export const personNames = ['person_name', 'person_last_name', 'person_email', 'person_phone'] as const
export const siteNames = [
  'site_label',
  'site_address',
  'site_city',
  'site_postcode',
  'site_state',
  'site_country',
] as const

/** What is registered of the values of the form. Person and site are null where nothing was entered. */
export const newClientOf = (values: Partial<ValuesOf<typeof newClientFields>>): NewClient => ({
  business: Object.fromEntries(businessNames.flatMap((name) => (name in values ? [[name, values[name] ?? null]] : []))),
  person: partOf(values, 'person_'),
  site: partOf(values, 'site_'),
})

/** The values whose names begin with `prefix`, without it; null where nothing was entered. */
function partOf(values: object, prefix: string): Record<string, string | null> | null {
  const part = Object.entries(values).filter(([name]) => name.startsWith(prefix))
  if (part.every(([, value]) => value === null || value === '')) return null
  return Object.fromEntries(part.map(([name, value]) => [name.slice(prefix.length), value === '' ? null : value]))
}
