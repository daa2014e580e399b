import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../src/shared/db/database.types.ts'
import { admin, browserOf, newPerson } from '../faults/people.ts'
import type { Product } from '../product.ts'
import type { Row } from './row.ts'

const approvals = 50
const drafts = 100

/** Requests at the same moment over HTTP: approvals of one quotation, and new numbers with failures between. */
export async function measureRaces(product: Product): Promise<Row[]> {
  const sales = await browserOf(product, await newPerson(product, 'sales'))
  const { data: client } = await admin(product)
    .from('contacts')
    .insert({ type: 'Business', company: 'Marina Hotels Ltd' })
    .select('id')
    .single()
    .throwOnError()
  const create = (contact: string) => sales.rpc('create_quotation', { p_contact_id: contact, p_project_title: 'Race' })

  const { data: raced } = await create(client.id).throwOnError()
  await sales
    .from('quotation_items')
    .insert({ quotation_id: raced, position: 'a0', description: 'Fascia', unit_price: 100, vat_rate: 18 })
    .throwOnError()
  await sales.rpc('send_quotation', { p_id: raced }).throwOnError()
  const { data: sent } = await sales.from('quotations').select('public_uuid').eq('id', raced).single().throwOnError()
  const visitor = createClient<Database>(product.url, product.keys.publishableKey, { auth: { persistSession: false } })
  const answers = await Promise.all(
    Array.from({ length: approvals }, () =>
      visitor.rpc('approve_quotation', {
        p_uuid: sent.public_uuid,
        p_version: 1,
        p_name: 'Carla Client',
        p_terms_accepted: true,
      }),
    ),
  )
  const { count: orders } = await admin(product)
    .from('orders')
    .select('id', { count: 'exact', head: true })
    .eq('quotation_id', raced)
    .throwOnError()

  const made = await Promise.all(
    Array.from({ length: drafts }, (_, n) => create(n % 3 === 0 ? randomUUID() : client.id)),
  )
  const ids = made.flatMap(({ data }) => (data ? [data] : []))
  const { data: numbered } = await sales.from('quotations').select('quotation_number').in('id', ids).throwOnError()
  const numbers = numbered.map(({ quotation_number }) => Number(quotation_number.slice(-4))).toSorted((a, b) => a - b)
  const gaps = numbers.filter((number, at) => at > 0 && number !== (numbers[at - 1] ?? 0) + 1).length
  return [
    {
      measure: `${approvals} approvals of one quotation at once`,
      result: `${orders} order; ${answers.filter(({ error }) => error === null).length} answered`,
      aim: '1 order',
    },
    {
      measure: `${drafts} new quotations at once, ${drafts - ids.length} of them refused`,
      result: `${new Set(numbers).size} numbers, ${numbers.length - new Set(numbers).size} double, ${gaps} gaps`,
      aim: 'no gap, no double',
    },
  ]
}
