import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone } from './act.ts'
import type { Person } from './people.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (n: number) => `b0c30000-0000-4000-a000-${String(n).padStart(12, '0')}`
const file = id(9000)
const quoted = (rows: unknown) => `$rows$${JSON.stringify(rows)}$rows$::jsonb`
const importing = (kind: string, rows: unknown, day = '2026-06-30') =>
  `select line, outcome, because from public.import_book_rows('${kind}', ${quoted(rows)}, '${file}', 'old.csv', '${day}')`
const undoing = `select public.undo_book_import('${file}') as removed`
const sums = `select name, arrived, expected from public.book_sums('${file}')`
const service = (line: number, more: object = {}) => ({ line, id: id(line), name: `Old service ${line}`, ...more })
const material = (line: number, more: object = {}) => ({
  ...{ line, id: id(line), sku: `OLD-${line}`, name: `Old sheet ${line}`, width_mm: '3050', length_mm: '1500' },
  ...more,
})

/** Runs steps by people. Returns each outcome, then what the look finds. */
const walk = (steps: readonly [Person | 'owner', string][], look = 'select 1') =>
  undone(engine, async (tx: Queryable) => {
    const outcomes: unknown[] = []
    for (const [who, sql] of steps) {
      if (who === 'owner') await becomeOwner(tx)
      else await become(tx, who)
      const outcome = await attempt(tx, sql)
      outcomes.push('refused' in outcome ? outcome.because : outcome.rows)
    }
    await becomeOwner(tx)
    return { last: outcomes.at(-1), outcomes, found: (await tx.query(look)).rows }
  })

test('a price list comes in with its units, prices, tax and its order, and wrong rows are said in words', async () => {
  const rows = [
    service(2, { name: 'Vinyl lettering', unit: 'm2', base_price: '45.5', min_charge: '20', category: 'Vinyl' }),
    service(3, { name: 'VINYL LETTERING' }),
    service(4, { name: '' }),
    service(5, { base_price: '-1', unit: 'barrel', tax: 'Wrong' }),
    service(6, { name: 'Vinyl – lettering!', tax: '0' }),
  ]
  const { last, found } = await walk(
    [['admin', importing('service', rows)]],
    `select s.name, s.slug ~ '^vinyl-lettering' as slug, s.unit, s.base_price::text, s.min_charge::text, s.category, s.is_public, v.code
       from public.services s left join public.vat_rates v on v.id = s.vat_rate_id where s.id::text like 'b0c3%' order by s.sort`,
  )
  expect(last).toEqual([
    { line: 2, outcome: 'created', because: null },
    { line: 3, outcome: 'refused', because: 'Row 2 has this name already' },
    { line: 4, outcome: 'refused', because: 'Name: Please enter the name of the service' },
    {
      line: 5,
      outcome: 'refused',
      because:
        'Unit: This unit is not known; Price: This cannot be below zero; VAT: There is no rate “Wrong” in this company',
    },
    { line: 6, outcome: 'created', because: null },
  ])
  const bare = { min_charge: null, category: null, is_public: false }
  expect(found).toEqual([
    {
      name: 'Vinyl lettering',
      slug: true,
      unit: 'm2',
      base_price: '45.5000',
      min_charge: '20.00',
      category: 'Vinyl',
      is_public: false,
      code: null,
    },
    { ...bare, name: 'Vinyl – lettering!', slug: true, unit: 'piece', base_price: null, code: 'no-vat' },
  ])
})

test('rows that are sent twice are imported once, and a check writes nothing', async () => {
  const rows = [service(2), service(3)]
  const { outcomes, found } = await walk(
    [
      ['admin', `select * from public.check_book_rows('service', ${quoted(rows)})`],
      ['admin', `select count(*)::int as n from public.services where id::text like 'b0c3%'`],
      ['admin', importing('service', rows)],
      ['admin', importing('service', [...rows, service(4)])],
    ],
    `select added, kind, file_name, day::text from public.book_imports where id = '${file}'`,
  )
  expect(outcomes[0]).toEqual([2, 3].map((line) => ({ line, problem: null, note: null })))
  expect(outcomes[1]).toEqual([{ n: 0 }])
  expect(outcomes[3]).toEqual([2, 3, 4].map((line) => ({ line, outcome: 'created', because: null })))
  expect(found).toEqual([{ added: 3, kind: 'service', file_name: 'old.csv', day: '2026-06-30' }])
})

test('materials come with stock and value of a day; the control sums say what arrived and what was expected', async () => {
  const rows = [
    material(2, { qty: '12', cost_price: '31.25', sell_price: '9.9' }),
    material(3, { width_mm: '1370', length_mm: '50000', form: 'roll', qty: '40', value: '333.33' }),
    material(4, { width_mm: '', length_mm: '', form: 'piece' }),
    material(5, { qty: '1.5' }),
    material(6, { width_mm: '1370', length_mm: '' }),
    material(7, { supplier: 'Nobody Ltd' }),
    material(8, { buy_unit: 'box', sell_unit: 'm2', sell_per_buy: '46.5', qty: '1.5' }),
  ]
  const { outcomes, found } = await walk(
    [
      ['admin', importing('material', rows)],
      ['admin', `select public.expect_book_sums('${file}', '{"count": "3", "stock_value": "708.00"}')`],
      ['admin', sums],
      ['admin', `select public.expect_book_sums('${file}', '{"count": "many"}')`],
    ],
    `select i.sku, i.form, i.sell_unit, i.sell_per_buy::text, i.on_hand::text, m.reason, (m.created_at at time zone 'UTC')::date::text as day, m.note
       from public.inventory_items i left join public.stock_movements m on m.item_id = i.id where i.id::text like 'b0c3%' order by i.sku`,
  )
  expect(outcomes[0]).toEqual([
    ...[2, 3, 4].map((line) => ({ line, outcome: 'created', because: null })),
    { line: 5, outcome: 'refused', because: 'Stock: It is counted in whole sheets' },
    { line: 6, outcome: 'refused', because: 'Please say how many m² one roll has' },
    {
      line: 7,
      outcome: 'refused',
      because: 'Supplier: No business is called “Nobody Ltd”. Import the suppliers first',
    },
    { line: 8, outcome: 'refused', because: 'Stock: It is counted in whole boxes' },
  ])
  // 12 sheets at 31.25, and 40 m² that were worth 333.33.
  expect(outcomes[2]).toEqual([
    { name: 'count', arrived: '3', expected: '3' },
    { name: 'stock_value', arrived: '708.33', expected: '708.00' },
  ])
  expect(outcomes[3]).toBe('A control sum is a number')
  const stock = { reason: 'count', day: '2026-06-30', note: 'Stock of 30 June 2026 from the former books' }
  expect(found).toEqual([
    { sku: 'OLD-2', form: 'sheet', sell_unit: 'm2', sell_per_buy: '4.5750', on_hand: '12.0000', ...stock },
    { sku: 'OLD-3', form: 'roll', sell_unit: 'm2', sell_per_buy: '68.5000', on_hand: '40.0000', ...stock },
    {
      sku: 'OLD-4',
      form: 'piece',
      sell_unit: 'piece',
      sell_per_buy: '1.0000',
      on_hand: '0.0000',
      reason: null,
      day: null,
      note: null,
    },
  ])
})

test('stock keeps the unit that its row says: another one is counted over, said in words, or asked', async () => {
  const roll = (line: number, more: object) =>
    material(line, { width_mm: '1370', length_mm: '50000', form: 'roll', ...more })
  const rows = [
    roll(2, { qty_unit: 'roll', qty: '3.5', min_qty: '1', sell_price: '685', cost_price: '300' }),
    roll(3, { qty_unit: 'm2', qty: '3.5', sell_price: '12' }),
    roll(4, { qty_unit: 'm', qty: '3.5' }),
    roll(5, { buy_unit: 'roll', qty: '3.5' }),
    roll(6, { sell_unit: 'm', qty_unit: 'kg', qty: '3.5', buy_unit: 'roll' }),
    roll(7, { qty: '3.5' }),
    material(8, { qty_unit: 'piece', qty: '4', sell_price: '45.75' }),
    roll(9, { qty_unit: 'roll', qty: '999999' }),
  ]
  const checking = `select line, problem, note from public.check_book_rows('material', ${quoted(rows)})`
  const { outcomes, found } = await walk(
    [
      ['admin', checking],
      ['admin', importing('material', rows)],
    ],
    `select i.sku, i.stock_unit, i.on_hand::float, i.min_qty::float, i.sell_unit, i.sell_price::float
       from public.inventory_items i where i.id::text like 'b0c3%' order by i.sku`,
  )
  const right = { problem: null, note: null }
  expect(outcomes[0]).toEqual([
    {
      ...{ line: 2, problem: null },
      note: 'Stock: 3.5 rolls are counted as 239.75 m²; Price: 685 for 1 roll is 10 for 1 m²',
    },
    { line: 3, ...right },
    { line: 4, ...right },
    {
      ...{ line: 5, note: null },
      problem: 'Stock: Is it 3.5 rolls or 3.5 m²? Please say it in a column “Unit of the stock”',
    },
    { line: 6, problem: 'Stock: It is in kg, and this material is counted in m', note: null },
    { line: 7, problem: null, note: 'Stock: The row says no unit, so it is 3.5 m²' },
    { line: 8, problem: null, note: 'Price: 45.75 for 1 sheet is 10 for 1 m²' },
    { line: 9, problem: 'Stock: At most 1,000,000 m²', note: null },
  ])
  const plain = { min_qty: null, sell_unit: 'm2', sell_price: null }
  expect(found).toEqual([
    { ...plain, sku: 'OLD-2', stock_unit: 'm2', on_hand: 239.75, min_qty: 68.5, sell_price: 10 },
    { ...plain, sku: 'OLD-3', stock_unit: 'm2', on_hand: 3.5, sell_price: 12 },
    { ...plain, sku: 'OLD-4', stock_unit: 'm', on_hand: 3.5, sell_unit: 'm' },
    { ...plain, sku: 'OLD-7', stock_unit: 'm2', on_hand: 3.5 },
    { ...plain, sku: 'OLD-8', stock_unit: 'sheet', on_hand: 4, sell_price: 10 },
  ])
})

test('an undo removes everything that came, stock as well, or nothing and says why', async () => {
  const rows = [material(2, { qty: '12', cost_price: '31.25' }), material(3)]
  const { outcomes, found } = await walk(
    [
      ['admin', importing('material', rows)],
      ['admin', `select public.move_stock('${id(77)}', '${id(2)}', 'purchase', 1)`],
      ['admin', undoing],
      ['admin', `select count(*)::int as n from public.inventory_items where id::text like 'b0c3%'`],
      ['owner', `set session_replication_role = replica`],
      ['owner', `delete from public.stock_movements where id = '${id(77)}'`],
      ['owner', `set session_replication_role = origin`],
      ['admin', undoing],
      ['admin', undoing],
      ['admin', importing('material', rows)],
    ],
    `select (select count(*)::int from public.inventory_items where id::text like 'b0c3%') as items,
            (select count(*)::int from public.stock_movements where item_id::text like 'b0c3%') as movements`,
  )
  expect(outcomes[2]).toBe(
    'This import cannot be undone, and nothing was removed. Row 2: OLD-2 Old sheet 2 is used in stock movements',
  )
  expect(outcomes[3]).toEqual([{ n: 2 }])
  expect(outcomes[7]).toEqual([{ removed: 2 }])
  expect(outcomes[8]).toEqual([{ removed: 2 }])
  expect(outcomes[9]).toBe('This import was undone. Please begin a new one')
  expect(found).toEqual([{ items: 0, movements: 0 }])
})

test('suppliers are businesses of the kind Supplier, and those that are known are not added again', async () => {
  const rows = [
    {
      line: 2,
      id: id(2),
      company: 'Vinyl Traders Ltd',
      email: 'sales@vinyl.example',
      payment_terms_days: '30',
      note: 'Country in the file: Narnia',
    },
    { line: 3, id: id(3), company: 'VINYL TRADERS LTD.' },
    { line: 4, id: id(4), company: 'Wrong Mail', email: 'nobody' },
    { line: 5, id: id(5), company: '' },
  ]
  const { outcomes, found } = await walk(
    [
      ['admin', importing('supplier', rows)],
      [
        'admin',
        `select problem from public.check_book_rows('supplier', ${quoted([{ line: 9, id: id(9), company: 'vinyl traders ltd' }])})`,
      ],
      [
        'admin',
        `select outcome, because from public.import_book_rows('material', ${quoted([material(11, { supplier: 'Vinyl traders ltd' })])}, '${id(9001)}')`,
      ],
      ['admin', undoing],
    ],
    `select c.company, c.email, c.payment_terms_days, t.name as type,
            (select n.body from public.contact_notes n where n.contact_id = c.id) as note from public.contacts c join public.contact_types t on t.id = c.contact_type_id
      where c.id::text like 'b0c3%'`,
  )
  expect(outcomes[0]).toEqual([
    { line: 2, outcome: 'created', because: null },
    { line: 3, outcome: 'refused', because: 'Row 2 has this name already' },
    { line: 4, outcome: 'refused', because: 'Email: This is not a whole email address' },
    { line: 5, outcome: 'refused', because: 'Company: Please enter the name of the business' },
  ])
  expect(outcomes[1]).toEqual([{ problem: 'There is a business of this name already' }])
  expect(outcomes[2]).toEqual([{ outcome: 'created', because: null }])
  expect(outcomes[3]).toBe(
    'This import cannot be undone, and nothing was removed. Row 2: Vinyl Traders Ltd is used in inventory items',
  )
  expect(found).toEqual([
    {
      company: 'Vinyl Traders Ltd',
      note: 'Country in the file: Narnia',
      email: 'sales@vinyl.example',
      payment_terms_days: 30,
      type: 'Supplier',
    },
  ])
})

test('each kind needs its right, and an import is seen by those who may make one', async () => {
  const { outcomes } = await walk([
    ['admin', importing('service', [service(2)])],
    ['team_member', importing('service', [service(3)])],
    ['team_member', `select * from public.book_imports`],
    ['team_member', undoing],
    ['client', importing('supplier', [])],
    ['admin', importing('barrel', [])],
  ])
  expect(outcomes.slice(1)).toEqual([
    'You may not import the price list',
    [],
    'You may not import the price list',
    'You may not import suppliers',
    'Please choose what to import',
  ])
})

test('more rows than a kind takes at once are refused before any is judged', async () => {
  const many = (kind: string, count: number) =>
    `select count(*)::int as n from public.check_book_rows('${kind}', (select jsonb_agg('{}'::jsonb) from generate_series(1, ${count})))`
  const { outcomes } = await walk([
    ['admin', many('supplier', 1001)],
    ['admin', many('material', 2001)],
  ])
  expect(outcomes).toEqual(['At most 1000 rows at a time', 'At most 2000 rows at a time'])
})
