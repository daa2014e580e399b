import type { ContactChoice } from '@/shared/db/reads/contact-choice.query'

export type WorkFor = { client: string; business: string }

type Named = Pick<ContactChoice, 'type' | 'name' | 'last_name' | 'company'>

/** The client and business of work for a contact: a person with their business, or the business alone. */
export function workForContact({ type, name, last_name, company }: Named): WorkFor {
  const person = [name, last_name].filter(Boolean).join(' ').trim()
  const business = company?.trim() ?? ''
  return type === 'Business' ? { client: '', business: business || person } : { client: person, business }
}
