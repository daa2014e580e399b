import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone } from './act.ts'
import { links, makePapers } from './cases/links.ts'
import type { Person } from './people.ts'
import { openWorld, row } from './world.ts'

// Invalid input that functions refuse, apart from rights. Each line was a fault that no test noticed.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
  await engine.transaction(makePapers)
})
afterAll(() => engine.close())

const nobody = '99999999-0000-4000-a000-000000000001'
const item = '99999999-0000-4000-a000-000000000002'
const brief = links.find(({ kind, state }) => kind === 'brief' && state === 'valid')?.uuid ?? ''
const product = links.find(({ kind, state }) => kind === 'product' && state === 'valid')?.uuid ?? ''
const picture = `'data:image/png;base64,iVBORw0KGgo='`

const asks = (name: string, email = `'anna@example.com'`, message = `'Hello'`) =>
  `public.ask_for_product(gen_random_uuid(), '${product}', '{}', 1, ${name}, ${email}, null, ${message})`

const given: Record<string, string> = {
  item: `insert into public.inventory_items (id, sku, name, form) values ('${item}', 'T-1', 'Tape', 'piece')`,
  'a cancelled job': `insert into public.inventory_items (id, sku, name, form) values ('${item}', 'T-1', 'Tape', 'piece');
    set local session_replication_role = replica; update public.jobs set status = 'cancelled' where id = '${row.job}';
    set local session_replication_role = origin`,
  'two faces of which none is chosen': `insert into public.quotation_items
      (quotation_id, position, description, qty, unit_price, vat_rate, is_optional, option_group) values
      ('${row.clientDraft}', 'a1', 'Acrylic', 1, 10, 18, true, 'Face'), ('${row.clientDraft}', 'a2', 'Aluminium', 1, 10, 18, true, 'Face');
    update public.quotation_items set is_selected = false where quotation_id = '${row.clientDraft}'`,
  'six pictures': `delete from public.design_brief_pictures;
    insert into public.design_brief_pictures (brief_id, name, data)
      select b.id, 'Shop', ${picture} from public.design_briefs b, generate_series(1, 6) where b.public_uuid = '${brief}'`,
}

const calls: readonly [what: string, person: Person | 'owner', call: string, because: string, before?: string][] = [
  [
    'a statement whose last day is before the first',
    'accounts',
    `public.client_statement('${row.business}', '2026-02-01', '2026-01-01')`,
    'Please choose a first day that is not after the last',
  ],
  [
    'a statement without days',
    'accounts',
    `public.client_statement('${row.business}', null, '2026-01-01')`,
    'Please choose a first day that is not after the last',
  ],
  [
    'material for a job that is not there',
    'admin',
    `public.plan_material('${nobody}', '${item}', 1)`,
    'This job is not there any more',
    'item',
  ],
  [
    'material for a job that was cancelled',
    'admin',
    `public.plan_material('${row.job}', '${item}', 1)`,
    'This job is cancelled',
    'a cancelled job',
  ],
  [
    'a quotation without a choice of its options',
    'owner',
    `private.accept_quotation('${row.clientDraft}', 'Carla', null, null, null)`,
    'Please choose one of the options of "Face"',
    'two faces of which none is chosen',
  ],
  [
    'a van without a time',
    'admin',
    `public.reschedule_on_van('${row.clientDelivery}', '', null)`,
    'Please choose when the van goes',
  ],
  [
    'the seventh picture of a brief',
    'visitor',
    `public.add_brief_picture('${brief}', 'Shop', ${picture})`,
    'Six pictures are the most',
    'six pictures',
  ],
  ['a request without a name', 'visitor', asks('null'), 'Please enter your name'],
  ['a request with a name of 201 letters', 'visitor', asks(`repeat('x', 201)`), 'Please enter your name'],
  [
    'a request with an address of 321 letters',
    'visitor',
    asks(`'Anna'`, `repeat('x', 309) || '@example.com'`),
    'e-mail',
  ],
  [
    'a request with a message of 2,001 letters',
    'visitor',
    asks(`'Anna'`, `'anna@example.com'`, `repeat('x', 2001)`),
    'characters',
  ],
  [
    'a brief without an e-mail address',
    'visitor',
    `public.send_brief('${brief}', 'Anna', null)`,
    'Please enter a valid e-mail address',
  ],
  [
    'a brief with words for an e-mail address',
    'visitor',
    `public.send_brief('${brief}', 'Anna', 'anna at example')`,
    'Please enter a valid e-mail address',
  ],
  [
    'a part of nothing of a debit',
    'owner',
    `private.pay_by_debit((jsonb_populate_record(null::public.bank_entries, '{"amount": "5.00"}')),
      '[{"invoice_id": "${nobody}", "amount": "5.00"}, {"invoice_id": "${item}", "amount": "0.00"}]')`,
    'Please enter an amount above zero with two decimals',
  ],
  [
    'a confirmation of 201 entries at once',
    'accounts',
    `public.confirm_shown_entries((select jsonb_object_agg(gen_random_uuid(), 'x') from generate_series(1, 201)))`,
    'Please confirm 200 entries at most at once',
  ],
  [
    'a bank statement of 5,001 entries',
    'accounts',
    `public.import_bank_file(null, '{"file_name": "a.xml", "format": "camt"}', (select jsonb_agg('{}'::jsonb) from generate_series(1, 5001)))`,
    'A bank statement may have 5000 entries at most',
  ],
  [
    'a price of one thousand million for a credit by amount',
    'owner',
    `private.credit_amounts(null, null, '[{"vat_rate": "18", "vat_treatment": "standard", "amount": "1000000000"}]', false)`,
    'Please enter an amount above zero with two decimals',
  ],
]

test.each(calls)('%s is refused', async (_, person, call, because, before) => {
  const outcome = await undone(engine, async (tx) => {
    if (before) await tx.exec(given[before] ?? '')
    if (person !== 'owner') await become(tx, person)
    return attempt(tx, `select ${call}`)
  })
  expect('refused' in outcome ? outcome.because : 'done').toContain(because)
})

test('what is a day old is swept, and nothing younger', async () => {
  const swept = (age: string) =>
    undone(engine, async (tx) => {
      await becomeOwner(tx)
      const outcome = await attempt(tx, `select * from public.take_orphaned_pictures('${age}')`)
      return 'refused' in outcome ? outcome.refused : 'done'
    })
  expect([await swept('24 hours'), await swept('23 hours 59 minutes')]).toEqual(['done', '22023'])
})
