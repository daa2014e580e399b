import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NewClient } from '@/features/people/contacts/api/contact.mutation'
import { newClientFields, newClientOf } from '@/features/people/contacts/new-client'
import type { Engine } from '../../supabase/local/contracts.ts'
import { attempt, become, becomeOwner, undone } from '../../supabase/tests/act.ts'
import { idOf } from '../../supabase/tests/people.ts'
import { openWorld } from '../../supabase/tests/world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const typeId = 'c0000000-0000-4000-a000-000000000099'
/** Values that a text of the field's own name cannot be. */
const chosen: Record<string, string | number> = {
  vat_number: 'MT12341234',
  email: 'office@whole.example',
  person_email: 'ann@whole.example',
  phone: '2122 0001',
  mobile: '7900 0001',
  person_phone: '7900 0002',
  postcode: 'BAY 1000',
  payment_terms_days: 14,
  cash_discount_pct: 2,
  cash_discount_days: 10,
  contact_type_id: typeId,
  account_manager_id: idOf('sales'),
  language: 'de',
  currency: 'USD',
  length_unit: 'in',
}
const filled = Object.fromEntries(Object.keys(newClientFields).map((name) => [name, chosen[name] ?? `The ${name}`]))
// A business has no name of a person.
const { name: _, last_name: __, ...values } = filled

const kept = async ({ business, person, site }: NewClient) =>
  undone(engine, async (tx) => {
    await tx.query(`insert into public.contact_types (id, name) values ('${typeId}', 'Whole')`)
    await become(tx, 'sales')
    const json = (part: unknown) => `$part$${JSON.stringify(part)}$part$::jsonb`
    const outcome = await attempt(
      tx,
      `select public.register_client(${json(business)}, ${json(person)}, ${json(site)}) as id`,
    )
    if ('refused' in outcome) throw new Error(outcome.because)
    await becomeOwner(tx)
    const { rows } = await tx.query<Record<keyof NewClient, Record<string, unknown>>>(
      `select to_jsonb(b) as business, to_jsonb(p) as person, to_jsonb(l) as site
         from public.contacts b
         join public.contact_relations r on r.related_contact_id = b.id join public.contacts p on p.id = r.contact_id
         join public.locations l on l.business_id = b.id where b.id = $1`,
      [outcome.rows[0]?.['id']],
    )
    return rows[0]
  })

test('every field of the form for a new client is stored', async () => {
  const client = newClientOf(values)
  expect(Object.keys({ ...client.business, ...client.person, ...client.site }).length).toBeGreaterThan(15)
  expect(await kept(client)).toMatchObject(client)
})
