import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JudgedRow, planImport } from '@/features/people/contacts/import/import-plan'
import { type ContactDraft, contactFields, type ContactField, type ContactKind } from '@/shared/domain/people/contact'
import type { Engine } from '../../supabase/local/contracts.ts'
import { attempt, become, becomeOwner, undone } from '../../supabase/tests/act.ts'
import { idOf } from '../../supabase/tests/people.ts'
import { openWorld } from '../../supabase/tests/world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (line: number) => `c0000000-0000-4000-a000-${String(line < 0 ? 900 - line : line).padStart(12, '0')}`
const typeId = id(99)
/** Values that a text of the field's own name cannot be. */
const chosen: Partial<Record<ContactField, string>> = {
  email: 'office@whole.example',
  phone: '2122 0001',
  mobile: '7900 0001',
  vat_number: 'MT12341234',
  postcode: 'BAY 1000',
  payment_terms_days: '14',
  contact_type_id: typeId,
  account_manager_id: idOf('sales'),
}
const rowOf = (kind: ContactKind, without: readonly ContactField[]): JudgedRow => ({
  ...{
    line: 2,
    cells: [],
    kind,
    note: '',
    onStop: false,
    problem: null,
    unread: null,
    doubt: null,
    match: null,
    earlier: null,
  },
  draft: Object.fromEntries(
    contactFields.map((field) => [field, without.includes(field) ? '' : (chosen[field] ?? `The ${field}`)]),
  ) as ContactDraft,
  contactPerson: kind === 'Business' ? { name: 'Maria', last_name: 'Huber' } : null,
})

test.each<[ContactKind, ContactField[]]>([
  ['Business', ['name', 'last_name']],
  ['Person', ['vat_number']],
])('every field of an imported %s is stored, with its contact person', async (kind, without) => {
  const planned = planImport([rowOf(kind, without)], { all: 'skip', single: new Map() }, id, { update: true })
  const kept = await undone(engine, async (tx) => {
    await tx.query(`insert into public.contact_types (id, name) values ('${typeId}', 'Whole')`)
    await become(tx, 'sales')
    const outcome = await attempt(
      tx,
      `select * from public.import_contacts($rows$${JSON.stringify(planned)}$rows$::jsonb)`,
    )
    if ('refused' in outcome) throw new Error(outcome.because)
    await becomeOwner(tx)
    const { rows } = await tx.query<{ id: string; kept: Record<string, unknown> }>(
      `select id, to_jsonb(c) as kept from public.contacts c where id = any ($1)`,
      [planned.map((each) => each.id)],
    )
    return new Map(rows.map((each) => [each.id, each.kept]))
  })
  expect(planned.length).toBe(kind === 'Business' ? 2 : 1)
  for (const each of planned) {
    const sent = Object.fromEntries(contactFields.map((field) => [field, each[field]]))
    // A business has its name in both columns.
    const named = each.type === 'Business' ? { name: each.company } : {}
    expect(kept.get(each.id)).toMatchObject({ ...sent, ...named })
  }
})
