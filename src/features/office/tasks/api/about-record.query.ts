import { db } from '@/shared/db/client'
import { readRecordKey } from '@/shared/domain/tasks/about-record'
import type { AboutRecord, Client, RelatedQuotation } from '@/shared/domain/records/related'
import { clientOf, readRelatedQuotation } from './related-search.query'

const client = 'contact:contacts(id, name, last_name, company)'

/** What a new task begins with. */
export type Beginning = { client: Client | null; quotation: RelatedQuotation | null; about: AboutRecord | null }

/** The record that a new task is about, with its client; null when it is not there or may not be seen. */
export async function readBeginning(recordKey: string): Promise<Beginning | null> {
  const record = readRecordKey(recordKey)
  if (record === null) return null
  if (record.kind === 'quotation') {
    const found = await readRelatedQuotation(record.id)
    return found && { client: found.client, quotation: found.quotation, about: null }
  }
  const found = await readers[record.kind](record.id)
  return (
    found && {
      client: found.contact && clientOf(found.contact),
      quotation: null,
      about: { kind: record.kind, id: record.id, number: found.number },
    }
  )
}

const readers = {
  job: async (id: string) =>
    (await db.from('jobs').select(`number:job_number, ${client}`).eq('id', id).maybeSingle().throwOnError()).data,
  order: async (id: string) =>
    (
      await db
        .from('orders')
        .select('number:order_number, contact:contacts!orders_contact_id_fkey(id, name, last_name, company)')
        .eq('id', id)
        .maybeSingle()
        .throwOnError()
    ).data,
  delivery: async (id: string) =>
    (await db.from('deliveries').select(`number:delivery_number, ${client}`).eq('id', id).maybeSingle().throwOnError())
      .data,
}
