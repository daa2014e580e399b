import { storableLine } from '../text/storable'

export type ContactKind = 'Person' | 'Business'
export const contactKindOf = (type: string): ContactKind => (type === 'Business' ? 'Business' : 'Person')

/** The columns that make up a contact's name. */
export type ContactNames = { type: string; name: string | null; last_name: string | null; company: string | null }

/** The display name of a contact: the company of a business, first and last name of a person. */
export function contactName({ type, name, last_name, company }: ContactNames): string {
  const person = [name, last_name].filter(Boolean).join(' ').trim()
  return (type === 'Business' ? company?.trim() || person : person || company?.trim()) || 'Without a name'
}

const hidden = 'A contact that you may not see'

/** The name of a client or supplier that a record points at; null where the person may not see the contact. */
export const nameOrHidden = (contact: ContactNames | null): string => (contact ? contactName(contact) : hidden)

/** The contact of a record, as a column of its list names it. */
export const contactOf = ({ contact }: { contact: ContactNames | null }): string => nameOrHidden(contact)

/** Relations between contacts: `forth` reads from left to right, `back` from the other side. */
export const relations = {
  works_for: { forth: 'works for', back: 'employs' },
  owner: { forth: 'owns', back: 'is owned by' },
  accounts: { forth: 'keeps the accounts of', back: 'has its accounts kept by' },
  site_manager: { forth: 'manages a site of', back: 'has as site manager' },
  branch_of: { forth: 'is a branch of', back: 'is the head office of' },
  other: { forth: 'belongs with', back: 'belongs with' },
} as const
export type Relation = keyof typeof relations
export function isRelation(value: string): value is Relation {
  return Object.hasOwn(relations, value)
}

/** The values of a contact form. Every value is text; an empty text means no value. */
export type ContactDraft = {
  name: string
  last_name: string
  company: string
  email: string
  phone: string
  mobile: string
  vat_number: string
  address_line: string
  city: string
  postcode: string
  state: string
  country: string
  payment_terms_days: string
  contact_type_id: string
  account_manager_id: string
}
export type ContactField = keyof ContactDraft
export type ContactValues = Record<Exclude<ContactField, 'payment_terms_days'>, string | null> & {
  payment_terms_days: number | null
}

export const emptyContact: ContactDraft = {
  name: '',
  last_name: '',
  company: '',
  email: '',
  phone: '',
  mobile: '',
  vat_number: '',
  address_line: '',
  city: '',
  postcode: '',
  state: '',
  country: '',
  payment_terms_days: '',
  contact_type_id: '',
  account_manager_id: '',
}
export const contactFields = Object.keys(emptyContact).filter((key): key is ContactField => key in emptyContact)

export const contactFieldLabels: Record<ContactField, string> = {
  name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  mobile: 'Mobile',
  vat_number: '{Tax} number',
  address_line: 'Address',
  city: 'Town',
  postcode: 'Postcode',
  state: 'State',
  country: 'Country',
  payment_terms_days: 'Payment terms (days)',
  contact_type_id: 'Contact type',
  account_manager_id: 'Account manager',
}

/** Longest texts, as the database has them. */
const longest: Partial<Record<ContactField, number>> = {
  name: 200,
  last_name: 200,
  company: 200,
  email: 320,
  phone: 50,
  mobile: 50,
  address_line: 500,
  city: 200,
  postcode: 20,
  state: 100,
  country: 200,
}

export const plainVatNumber = (typed: string): string => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** True for text that has the shape of one email address. */
export const isWholeEmail = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)

/** The problems of a contact draft by field, as sentences. Only the name is required. */
export function contactProblems(kind: ContactKind, draft: ContactDraft): Partial<Record<ContactField, string>> {
  const problems: Partial<Record<ContactField, string>> = {}
  for (const field of contactFields) {
    const most = longest[field]
    if (most !== undefined && storableLine(draft[field]).length > most) problems[field] = `At most ${most} characters`
  }
  if (kind === 'Business' && storableLine(draft.company) === '')
    problems.company = 'Please enter the name of the business'
  if (kind === 'Person' && storableLine(draft.name) === '') problems.name = 'Please enter the first name'
  const email = storableLine(draft.email)
  if (email !== '' && !isWholeEmail(email)) problems.email = 'This is not a whole email address'
  for (const field of ['phone', 'mobile'] as const) {
    const number = storableLine(draft[field])
    if (number !== '' && (number.match(/\d/g) ?? []).length < 3) problems[field] ??= 'A number has at least 3 digits'
  }
  const vat = plainVatNumber(draft.vat_number)
  if (storableLine(draft.vat_number) !== '' && !/^[A-Z0-9]{4,20}$/.test(vat)) {
    problems.vat_number = 'A tax number has 4 to 20 letters and digits'
  }
  const terms = storableLine(draft.payment_terms_days)
  if (terms !== '' && (!/^\d{1,3}$/.test(terms) || Number(terms) > 365)) {
    problems.payment_terms_days = 'A whole number of days, 0 to 365'
  }
  return problems
}

/** The draft as stored: trimmed, and null for empty values (spec 1 §5). */
export function contactValues(draft: ContactDraft): ContactValues {
  const kept = (field: ContactField) => storableLine(draft[field]) || null
  const terms = kept('payment_terms_days')
  return {
    name: kept('name'),
    last_name: kept('last_name'),
    company: kept('company'),
    email: kept('email'),
    phone: kept('phone'),
    mobile: kept('mobile'),
    vat_number: plainVatNumber(draft.vat_number) || null,
    address_line: kept('address_line'),
    city: kept('city'),
    postcode: kept('postcode'),
    state: kept('state'),
    country: kept('country'),
    payment_terms_days: terms === null ? null : Number(terms),
    contact_type_id: kept('contact_type_id'),
    account_manager_id: kept('account_manager_id'),
  }
}
