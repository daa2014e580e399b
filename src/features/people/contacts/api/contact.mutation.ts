import { db } from '@/shared/db/client'
import { saveOverOthers } from '@/shared/db/save-over-others'
import type { ContactKind, ContactValues } from '@/shared/domain/contact'
import { storable, storableLine } from '@/shared/domain/storable'

/** Adds a contact that staff vouch for; its id. */
export async function addContact(kind: ContactKind, values: ContactValues): Promise<string> {
  const name = kind === 'Business' ? (values.name ?? values.company) : values.name
  const { data } = await db
    .from('contacts')
    .insert({ ...values, name, type: kind, profile: 'verified' })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

export type SaveContact = { id: string; before: ContactValues; values: ContactValues }

/** Saves what changed, beside whatever others change meanwhile; a field that both changed is not overwritten. */
export const saveContact = ({ id, before, values }: SaveContact): Promise<void> =>
  saveOverOthers({
    what: 'This contact',
    before,
    values,
    read: async () => {
      const { data } = await db.from('contacts').select('*').eq('id', id).maybeSingle().throwOnError()
      return data
    },
    write: async (patch, version) => {
      const { data } = await db
        .from('contacts')
        .update(patch)
        .eq('id', id)
        .eq('row_version', version)
        .select('id')
        .throwOnError()
      return data.length > 0
    },
  })

export async function setOnStop(id: string, onStop: boolean, reason: string): Promise<void> {
  await db
    .rpc('set_contact_on_stop', { p_contact_id: id, p_on_stop: onStop, p_reason: storable(reason) })
    .throwOnError()
}

export async function setArchived(id: string, archived: boolean): Promise<void> {
  const { data } = await db
    .from('contacts')
    .update({ archived_at: archived ? new Date().toISOString() : null })
    .eq('id', id)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new Error('You may not change this contact')
}

export async function addNote(contactId: string, body: string): Promise<void> {
  await db
    .from('contact_notes')
    .insert({ contact_id: contactId, body: storableLine(body) })
    .throwOnError()
}

export async function changeNote(id: string, body: string): Promise<void> {
  const { data } = await db
    .from('contact_notes')
    .update({ body: storableLine(body) })
    .eq('id', id)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new Error('This note is not there any more')
}

export async function removeNote(id: string): Promise<void> {
  await db.from('contact_notes').delete().eq('id', id).throwOnError()
}

export async function addRelation(from: string, to: string, relation: string): Promise<void> {
  await db.from('contact_relations').insert({ contact_id: from, related_contact_id: to, relation }).throwOnError()
}

export async function removeRelation(id: string): Promise<void> {
  await db.from('contact_relations').delete().eq('id', id).throwOnError()
}

export type BankAccount = {
  contact_id: string
  holder: string
  bank_name: string | null
  iban: string
  bic: string | null
  is_default: boolean
}
export async function addBankAccount(account: BankAccount): Promise<void> {
  await db.from('contact_bank_accounts').insert(account).throwOnError()
}

export type BankAccountChange = Pick<BankAccount, 'holder' | 'bank_name' | 'iban' | 'bic'>

/** Saves an account over the version that was looked at; it rejects in words when somebody changed it meanwhile. */
export async function changeBankAccount(id: string, version: number, change: BankAccountChange): Promise<void> {
  const { data } = await db
    .from('contact_bank_accounts')
    .update(change)
    .eq('id', id)
    .eq('row_version', version)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new Error('Somebody changed or removed this account meanwhile: please look again')
}

export async function removeBankAccount(id: string): Promise<void> {
  const { data } = await db.from('contact_bank_accounts').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('You may not remove this bank account')
}

export async function setDefaultBankAccount(id: string): Promise<void> {
  await db.rpc('set_default_bank_account', { p_id: id }).throwOnError()
}

type NewClient = {
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

export type ContactType = { name: string; is_client: boolean; is_supplier: boolean }
export async function addContactType(type: ContactType): Promise<void> {
  await db.from('contact_types').insert(type).throwOnError()
}
export async function changeContactType(id: string, type: Partial<ContactType>): Promise<void> {
  await db.from('contact_types').update(type).eq('id', id).throwOnError()
}
export async function removeContactType(id: string): Promise<void> {
  await db.from('contact_types').delete().eq('id', id).throwOnError()
}
