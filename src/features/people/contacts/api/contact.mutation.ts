import { db } from '@/shared/db/client'
import { insertRow, removeRow, updateRow } from '@/kit/save/save-row'
import type { ContactKind } from '@/shared/domain/people/contact'
import { storable, storableLine } from '@/shared/domain/text/storable'
import type { ContactFormValues } from '../contact-fields'

/** Adds a contact that staff vouch for; its id. */
export const addContact = (kind: ContactKind, { name, ...values }: Partial<ContactFormValues>): Promise<string> =>
  insertRow({
    table: 'contacts',
    what: 'contacts',
    values: { ...values, name: name ?? values.company ?? null, type: kind, profile: 'verified' },
  })

export async function setOnStop(id: string, onStop: boolean, reason: string): Promise<void> {
  await db
    .rpc('set_contact_on_stop', { p_contact_id: id, p_on_stop: onStop, p_reason: storable(reason) })
    .throwOnError()
}

export const setArchived = (id: string, archived: boolean): Promise<void> =>
  updateRow({
    table: 'contacts',
    what: 'this contact',
    id,
    values: { archived_at: archived ? new Date().toISOString() : null },
  })

const note = { table: 'contact_notes', what: 'this note' } as const

export const addNote = (contactId: string, body: string): Promise<string> =>
  insertRow({ ...note, values: { contact_id: contactId, body: storableLine(body) } })

export const changeNote = (id: string, body: string): Promise<void> =>
  updateRow({ ...note, id, values: { body: storableLine(body) } })

export const removeNote = (id: string): Promise<void> => removeRow({ ...note, id })

/** A draft quotation from the request of a visitor; asking again gives the same one. Its id. */
export async function quoteRequest(id: string): Promise<string> {
  const { data } = await db.rpc('quote_request', { p_id: id }).throwOnError()
  return data
}

const relation = { table: 'contact_relations', what: 'this relation' } as const

export const addRelation = (from: string, to: string, kind: string): Promise<string> =>
  insertRow({ ...relation, values: { contact_id: from, related_contact_id: to, relation: kind } })

/** Opens the papers of the business to the account of its person, or closes them. Throws what the database refuses. */
export const setReadsPapers = (id: string, reads: boolean): Promise<void> =>
  updateRow({ ...relation, id, values: { reads_papers: reads } })

export const removeRelation = (id: string): Promise<void> => removeRow({ ...relation, id })

export type BankAccount = {
  contact_id: string
  holder: string
  bank_name: string | null
  iban: string
  bic: string | null
  is_default: boolean
}
const bankAccount = { table: 'contact_bank_accounts', what: 'this bank account' } as const

export const addBankAccount = (account: BankAccount): Promise<string> => insertRow({ ...bankAccount, values: account })

export const removeBankAccount = (id: string): Promise<void> => removeRow({ ...bankAccount, id })

export async function setDefaultBankAccount(id: string): Promise<void> {
  await db.rpc('set_default_bank_account', { p_id: id }).throwOnError()
}

/** A client as it is registered. */
export type NewClient = {
  business: Record<string, string | number | null>
  person: Record<string, string | null> | null
  site: Record<string, string | null> | null
}
/** A client business with its person and its site, all or nothing; the id of the business. */
export async function registerClient({ business, person, site }: NewClient): Promise<string> {
  const { data } = await db
    .rpc('register_client', { p_business: business, p_person: person, p_site: site })
    .throwOnError()
  return data
}
