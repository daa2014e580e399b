import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone, type Outcome } from './act.ts'
import type { Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (n: number) => `ca200000-0000-4000-a000-${String(n).padStart(12, '0')}`
const catalogue = `
  insert into public.inventory_items (id, sku, name, form, width_mm, length_mm, buy_unit, sell_unit, sell_per_buy)
  values ('${id(1)}', 'ACM-3', 'ACM 3 mm', 'sheet', 1500, 3050, 'sheet', 'm2', 4.575);
  insert into public.inventory_item_costs (item_id, cost_price, markup_pct) values ('${id(1)}', 45.75, 100);
  insert into public.machine_prices (id, machine, name, per, price, setup_price) values ('${id(2)}', 'cnc', 'Router', 'm', 2, 15);
  insert into public.human_service_parameters (id, name, hourly_cost, hourly_price) values ('${id(3)}', 'Bench', 14, 40);`

const steps = {
  sheet: { id: 's1', kind: 'sheet', item_id: id(1), parts: null, kerf_mm: '3', may_turn: true },
  machine: { id: 's2', kind: 'machine', price_id: id(2), parts: null, setups: '1', qty: '10', speed_id: null },
  bench: { id: 's3', kind: 'labour', work_id: id(3), minutes: '60', once: true },
}
const part = { id: 'p1', name: 'Face', width_mm: '900', height_mm: '700', qty: '9' }
const typed = (used: readonly object[] = [steps.sheet], sheets = '2') => ({
  name: 'Nine faces',
  contact_id: null,
  inputs: { quantity: '1', service_id: null, parts: [part], steps: used, min_charge: null },
  nested: { s1: sheets },
})
const save = (values: object, version: number | null = null, confidential: object | null = null) =>
  `select public.save_calculation('${id(9)}', ${version ?? 'null'}, '${JSON.stringify(values)}',
     ${confidential ? `'${JSON.stringify(confidential)}'` : 'null'})`
const put = `select public.put_calculation('${id(9)}', '${row.clientDraft}', '${id(10)}', 'b5')`
const line = `select qty::text, unit_price::text from public.quotation_items where id = '${id(10)}'`

const word = (outcome: Outcome) => ('refused' in outcome ? outcome.because : 'done')
const as = <Result>(person: Person, work: (tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    await tx.exec(catalogue)
    await become(tx, person)
    return work(tx)
  })
const after = (person: Person, ...statements: string[]) =>
  as(person, async (tx) => {
    const words: string[] = []
    for (const sql of statements) words.push(word(await attempt(tx, sql)))
    return words.at(-1)
  })

describe('the database works the price out when a calculation is saved', () => {
  test('two sheets of €91.50', async () => {
    const saved = await as('sales', async (tx) => {
      await tx.query(save(typed()))
      const { rows } = await tx.query(
        `select net::text, row_version from public.price_calculations where id = '${id(9)}'`,
      )
      return rows[0]
    })
    expect(saved).toMatchObject({ net: '183.00' })
  })

  test('what is left of a sheet is sold at its own price: nine faces are 1.2393 sheets', async () => {
    const netAt = (waste_pct: string) =>
      as('sales', async (tx) => {
        await tx.query(save(typed([{ ...steps.sheet, waste_pct }])))
        const { rows } = await tx.query<{ net: string }>(
          `select net::text from public.price_calculations where id = '${id(9)}'`,
        )
        return rows[0]?.net
      })
    expect(await netAt('100')).toBe('183.00')
    expect(await netAt('50')).toBe('148.19')
    expect(await netAt('0')).toBe('113.39')
    expect(await after('sales', save(typed([{ ...steps.sheet, waste_pct: '101' }])))).toBe(
      'The price of waste must be between 0 and 100',
    )
  })

  test('less material than the area of the parts, wrong numbers and unknown steps are refused in words', async () => {
    expect(await after('sales', save(typed([steps.sheet], '1')))).toBe(
      'The parts are larger than the material of their layout',
    )
    const wrong = { ...typed(), inputs: { ...typed().inputs, quantity: '-1' } }
    expect(await after('sales', save(wrong))).toBe('The quantity must be a number')
    expect(await after('sales', save(typed([{ ...steps.sheet, item_id: id(77) }])))).toBe(
      'A step of this calculation has no price any more',
    )
    expect(await after('sales', save({ ...typed(), name: ' ' }))).toBe(
      'Please give the calculation a name of 200 characters at most',
    )
    expect(await after('accounts', save(typed()))).toMatch(/^You may not/)
  })

  const tooLong = 'x'.repeat(201)
  const outsourced = { id: 's9', kind: 'outsourced', name: 'Powder coating', price: '10', once: true }
  const inputs = (more: object) => ({ ...typed(), inputs: { ...typed().inputs, ...more } })
  const parts = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...part, id: `p${at}`, width_mm: '10', height_mm: '10', qty: '1' }))
  const many = (count: number) => [
    steps.sheet,
    ...Array.from({ length: count - 1 }, (_, at) => ({ ...steps.bench, id: `b${at}` })),
  ]
  const counts = 'A calculation has at most 200 parts and 50 steps'
  test.each<[what: string, most: object, over: object, words: string]>([
    ['200 parts', inputs({ parts: parts(200) }), inputs({ parts: parts(201) }), counts],
    ['50 steps', inputs({ steps: many(50) }), inputs({ steps: many(51) }), counts],
    [
      'an id of 40 letters',
      inputs({ parts: [{ ...part, id: 'p'.repeat(40) }] }),
      inputs({ parts: [{ ...part, id: 'p'.repeat(41) }] }),
      counts,
    ],
    [
      'a name of a part of 200 letters',
      inputs({ parts: [{ ...part, name: tooLong.slice(1) }] }),
      inputs({ parts: [{ ...part, name: tooLong }] }),
      'The name of a part has 200 characters at most',
    ],
    [
      'a name of a bought part of 200 letters',
      inputs({ steps: [steps.sheet, { ...outsourced, name: tooLong.slice(1) }] }),
      inputs({ steps: [steps.sheet, { ...outsourced, name: tooLong }] }),
      'The name of a bought part has 200 characters at most',
    ],
    [
      'a million pieces',
      inputs({ steps: [steps.bench], quantity: '100000', parts: [{ ...part, qty: '10' }] }),
      inputs({ steps: [steps.bench], quantity: '100000', parts: [{ ...part, qty: '11' }] }),
      'There are too many parts',
    ],
    [
      'a quantity of 100000',
      inputs({ steps: [steps.bench], quantity: '100000', parts: [{ ...part, qty: '1' }] }),
      inputs({ steps: [steps.bench], quantity: '100001', parts: [{ ...part, qty: '1' }] }),
      'The quantity must be between 1 and 100000',
    ],
    [
      'a part of 100 m',
      inputs({ steps: [steps.bench], parts: [{ ...part, width_mm: '100000' }] }),
      inputs({ steps: [steps.bench], parts: [{ ...part, width_mm: '100000.01' }] }),
      'The width of a part must be between 1 and 100000',
    ],
  ])('it has %s, and no more', async (_, most, over, words) => {
    const given = (values: object) => ({ nested: { s1: '99' }, ...values })
    expect([await after('sales', save(given(most))), await after('sales', save(given(over)))]).toEqual(['done', words])
  })

  test('two parts with one id are refused', async () => {
    expect(await after('sales', save(inputs({ parts: [part, part] })))).toBe('Two parts or steps have the same id')
  })

  test('an older version is not written over a newer one; the same new calculation is saved once', async () => {
    expect(await after('sales', save(typed()), save(typed()))).toBe('done')
    expect(await after('sales', save(typed()), save({ ...typed(), name: 'Again' }, 99))).toBe(
      'Somebody else saved this calculation meanwhile',
    )
  })
})

describe('costs and margins', () => {
  const listed = (person: Person) =>
    as(person, async (tx) => {
      const { rows } = await tx.query<{ list: Record<string, Record<string, object>> }>(
        `select public.calculator_prices() as list`,
      )
      const { sheets, people, machines, bands } = rows[0]?.list ?? {}
      return {
        sheet: sheets?.[id(1)],
        hour: people?.[id(3)],
        machines: machines && id(2) in machines,
        bands: Boolean(bands),
      }
    })

  test('sales get prices without a cost, accounts get costs without machine prices', async () => {
    const sales = await listed('sales')
    expect(sales.sheet).toMatchObject({ price: '91.5000' })
    expect(JSON.stringify(sales)).not.toContain('cost')
    expect(sales).toMatchObject({ machines: true, bands: false })
    const accounts = await listed('accounts')
    expect(accounts.sheet).toMatchObject({ price: '91.5000', cost: '45.7500' })
    expect(accounts).toMatchObject({ machines: null, bands: true })
    expect(await after('team_member', `select public.calculator_prices()`)).toMatch(/^You may not/)
  })

  test('only holders of view_financial_data aim at a margin; others then make a copy', async () => {
    const margin = { target: { kind: 'margin', pct: '50' }, costs: {} }
    expect(await after('sales', save(typed(), null, margin))).toBe('You may not set costs and margins')
    const price = await as('account_manager', async (tx) => {
      await tx.query(save(typed([steps.sheet, steps.machine]), null, margin))
      const { rows } = await tx.query(
        `select net::text, has_target from public.price_calculations where id = '${id(9)}'`,
      )
      await become(tx, 'sales')
      const refused = word(await attempt(tx, save(typed(), 99)))
      const { rows: secrets } = await tx.query(`select * from public.price_calculation_costs`)
      return { price: rows[0], refused, secrets }
    })
    // Material costs 91.50, so 183.00; the machine has no known cost and keeps its list price of 35.00.
    expect(price.price).toEqual({ net: '218.00', has_target: true })
    expect(price.secrets).toEqual([])
  })
})

describe('a calculation in a quotation', () => {
  test('is put into the line from which it came: pieces, price and unit, and no second line', async () => {
    const lines = await as('sales', async (tx) => {
      await tx.query(save(typed()))
      await tx.query(`insert into public.quotation_items (id, quotation_id, position, kind, description, qty, unit, unit_price, vat_rate)
        values ('${id(10)}', '${row.clientDraft}', 'b4', 'item', 'Faces', 3, 'm2', 58, 18)`)
      await tx.query(put)
      await tx.query(put)
      return (
        await tx.query(`select description, qty::text, unit, unit_price::text, calculation_id from public.quotation_items
          where quotation_id = '${row.clientDraft}' and (id = '${id(10)}' or calculation_id = '${id(9)}')`)
      ).rows
    })
    expect(lines).toEqual([
      { description: 'Faces', qty: '1.0000', unit: 'piece', unit_price: '183.0000', calculation_id: id(9) },
    ])
  })

  describe('brings its sizes', () => {
    const board = (over: object = {}) => ({ id: 'p1', name: '', width_mm: '800', height_mm: '600', qty: '1', ...over })
    const boards = (parts: readonly object[], quantity = '4') => ({
      ...typed([steps.bench]),
      name: 'Boards',
      inputs: { ...typed([steps.bench]).inputs, quantity, parts },
      nested: {},
    })
    const sizes = `select trim_scale(qty)::text as qty, trim_scale(width_mm)::text as width, trim_scale(height_mm)::text as height, details
      from public.quotation_items where quotation_id = '${row.clientDraft}' and calculation_id = '${id(9)}'`
    const began = (width: string, height: string, details = 'null') =>
      `insert into public.quotation_items (id, quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, vat_rate)
       values ('${id(10)}', '${row.clientDraft}', 'b4', 'item', 'Boards', ${details}, 1, 'piece', ${width}, ${height}, 0, 18)`
    const puts = (before: string | null, ...calculations: ReturnType<typeof boards>[]) =>
      as('sales', async (tx) => {
        if (before) await tx.query(before)
        let version: number | null = null
        for (const calculation of calculations) {
          const sql: string = `${save(calculation, version)} as version`
          const { rows }: { rows: { version: number }[] } = await tx.query(sql)
          version = rows[0]?.version ?? null
          await tx.query(put)
        }
        return (await tx.query(sizes)).rows[0]
      })

    test('one part is the size of each piece, in a new line and in the line from which it came', async () => {
      const four = { qty: '4', width: '800', height: '600', details: null }
      expect(await puts(null, boards([board()]))).toEqual(four)
      expect(await puts(began('null', 'null'), boards([board()]))).toEqual(four)
      expect(await puts(began('500', '400', `'With studs'`), boards([board()]))).toEqual({
        ...four,
        details: 'With studs',
      })
    })

    test('several parts stand in the details, and no part passes for the whole piece', async () => {
      const parts = [
        board({ name: 'Face', width_mm: '2438.4', height_mm: '1220' }),
        board({ id: 'p2', name: 'Back', qty: '2' }),
        board({ id: 'p3', name: 'Back' }),
      ]
      const details = 'Parts of one piece:\n2,438.4 × 1,220 mm, Face\n3 of 800 × 600 mm, Back'
      const none = { qty: '4', width: null, height: null }
      expect(await puts(null, boards(parts))).toEqual({ ...none, details })
      expect(await puts(began('800', '600', `'With studs'`), boards(parts))).toEqual({
        ...none,
        details: `With studs\n\n${details}`,
      })
      expect(await puts(null, boards([board({ qty: '9' })], '1'))).toEqual({
        ...none,
        qty: '1',
        details: 'Parts of one piece:\n9 of 800 × 600 mm',
      })
    })

    test('the size of the whole piece that somebody typed stays beside its parts', async () => {
      const letters = [board({ name: 'S' }), board({ id: 'p2', name: 'P', width_mm: '400' })]
      const whole = { qty: '4', width: '3000', height: '700' }
      const details = 'Parts of one piece:\n800 × 600 mm, S\n400 × 600 mm, P'
      expect(await puts(began('3000', '700'), boards(letters))).toEqual({ ...whole, details })
      expect(await puts(began('3000', '700'), boards(letters), boards(letters))).toEqual({ ...whole, details })
    })

    test('what an earlier version of it brought is replaced', async () => {
      const two = [board(), board({ id: 'p2', width_mm: '300' })]
      const details = 'Parts of one piece:\n800 × 600 mm\n300 × 600 mm'
      expect(await puts(null, boards([board({ width_mm: '900' })]), boards(two))).toEqual({
        qty: '4',
        width: null,
        height: null,
        details,
      })
      expect(await puts(began('null', 'null', `'With studs'`), boards(two), boards([board()]))).toEqual({
        qty: '4',
        width: '800',
        height: '600',
        details: 'With studs',
      })
    })

    test('parts that do not fit into the details are refused in words', async () => {
      const long = Array.from({ length: 60 }, (_, n) => board({ id: `p${n}`, name: `${n} ${'long '.repeat(38)}` }))
      expect(await after('sales', save(boards(long)), put)).toBe(
        'The sizes of the parts are too long for the details of a line. Give the parts shorter names.',
      )
    })
  })

  test('a recipe of a service holds only steps that a calculation could have, and is told with the prices', async () => {
    const service = `insert into public.services (id, slug, name) values ('${id(11)}', 'faces', 'Faces')`
    const recipe = (said: object[]) =>
      `update public.services set recipe = '${JSON.stringify(said)}' where id = '${id(11)}'`
    const hem = { ...steps.bench, once: false, per: 'm_edge', parts: null }
    expect(await after('admin', service, recipe([{ ...hem, per: 'mile' }]))).toBe(
      'A step is for each m², metre of edge or m² of return of a piece',
    )
    expect(await after('admin', service, recipe([{ ...hem, per: 'm2_return' }]))).toBe(
      'The depth of the return must be a number',
    )
    const told = await as('admin', async (tx) => {
      await tx.query(service)
      await tx.query(recipe([hem]))
      return (await tx.query(`select public.calculator_prices() #> '{services,${id(11)},recipe}' as recipe`)).rows
    })
    expect(told).toEqual([{ recipe: [hem] }])
  })

  test('becomes a line with its price, and its cost for those who may know', async () => {
    const found = await as('sales', async (tx) => {
      await tx.query(save(typed()))
      await tx.query(put)
      await tx.query(put)
      const { rows } = await tx.query(line)
      const mine = await tx.query(`select * from public.quotation_item_costs where item_id = '${id(10)}'`)
      await become(tx, 'accounts')
      const theirs = await tx.query(
        `select unit_cost::text from public.quotation_item_costs where item_id = '${id(10)}'`,
      )
      return { rows, mine: mine.rows, theirs: theirs.rows }
    })
    expect(found.rows).toEqual([{ qty: '1.0000', unit_price: '183.0000' }])
    expect(found.mine).toEqual([])
    expect(found.theirs).toEqual([{ unit_cost: '91.5000' }])
  })

  test('says a new price when a cost changes, and takes it when asked; a typed price stays', async () => {
    const dearer = `update public.inventory_item_costs set cost_price = 54.9 where item_id = '${id(1)}'`
    const lines = `select unit_price, saved_price, price_now from public.calculated_lines_of('${row.clientDraft}')`
    const take = `select public.take_new_prices('${row.clientDraft}', '{${id(10)}}') as changed`
    const found = await as('sales', async (tx) => {
      await tx.query(save(typed()))
      await tx.query(put)
      await becomeOwner(tx)
      await tx.exec(dearer)
      await become(tx, 'sales')
      const offered = (await tx.query(lines)).rows
      await tx.exec('savepoint before')
      await tx.exec(`update public.quotation_items set unit_price = 170 where id = '${id(10)}'`)
      const typedByHand = (await tx.query(take)).rows
      await tx.exec('rollback to savepoint before')
      const taken = (await tx.query(take)).rows
      return { offered, typedByHand, taken, line: (await tx.query(line)).rows }
    })
    expect(found.offered).toEqual([{ unit_price: '183.0000', saved_price: '183.0000', price_now: '219.6000' }])
    expect(found.typedByHand).toEqual([{ changed: 0 }])
    expect(found.taken).toEqual([{ changed: 1 }])
    expect(found.line).toEqual([{ qty: '1.0000', unit_price: '219.6000' }])
  })

  test('is not put into a quotation that was sent, and not by people who may not edit it', async () => {
    const sent = put.replace(row.clientDraft, row.clientQuotation)
    expect(await after('sales', save(typed()), sent)).toBe('This quotation was sent. Revise it to change its lines.')
    expect(await after('accounts', put)).toMatch(/^You may not/)
  })
})

describe('a visitor asks for a product', () => {
  const product = `
    insert into public.manufactured_products (id, slug, name, base_price, is_public) values
      ('${id(20)}', 'lit-letter', 'Lit letter', 100, true), ('${id(21)}', 'secret-letter', 'Secret letter', 100, false);
    insert into public.product_options (id, product_id, option_group, name, effect, value) values
      ('${id(22)}', '${id(20)}', 'Light', 'Halo', 'amount', 20), ('${id(23)}', '${id(20)}', 'Light', 'Face', 'amount', 0),
      ('${id(24)}', '${id(20)}', null, 'Outside', 'percent', 10);`
  const ask = (n: number, options: number[], rest = `2, 'Anna', 'anna@example.com'`, slug = 'lit-letter') =>
    `select public.ask_for_product('${id(n)}', '${slug}', '{${options.map(id).join()}}', ${rest}) as number`
  const visit = (...statements: string[]) =>
    undone(engine, async (tx) => {
      await tx.exec(product)
      await become(tx, 'visitor')
      const outcomes: Outcome[] = []
      for (const sql of statements) outcomes.push(await attempt(tx, sql))
      await becomeOwner(tx)
      const { rows } = await tx.query(`select i.qty::text, i.unit_price::text, i.net::text, i.details, q.status
        from public.quotation_items i join public.quotations q on q.id = i.quotation_id where i.product_id = '${id(20)}'`)
      return { words: outcomes.map(word), rows }
    })

  test('is a request that waits until its quotation is sent, and is confirmed by one mail', async () => {
    await undone(engine, async (tx) => {
      await tx.exec(product)
      await become(tx, 'visitor')
      for (const sql of [ask(30, [22]), ask(30, [22])]) await attempt(tx, sql)
      await becomeOwner(tx)
      const waiting = `select r.form, r.words, r.status, r.reference = q.quotation_number as "hasNumber",
          (select count(*)::int from public.scheduled_emails m where m.record_kind = 'visitor_request' and m.record_id = r.id) as mails
        from public.visitor_requests r join public.quotations q on q.id = r.quotation_id`
      const request = { form: 'product', words: '2 × Lit letter\nLight: Halo', hasNumber: true, mails: 1 }
      expect((await tx.query(waiting)).rows).toEqual([{ ...request, status: 'open' }])
      await tx.exec(
        `update public.quotations q set status = 'sent' from public.visitor_requests r where r.quotation_id = q.id`,
      )
      expect((await tx.query(waiting)).rows).toEqual([{ ...request, status: 'answered' }])
    })
  })

  test('a draft quotation stands with the chosen options, once', async () => {
    expect(await visit(ask(30, [22, 24]), ask(30, [22, 24]))).toEqual({
      words: ['done', 'done'],
      rows: [
        {
          qty: '2.0000',
          unit_price: '132.0000',
          net: '264.00',
          details: expect.stringContaining('Light: Halo'),
          status: 'draft',
        },
      ],
    })
  })

  test('a wrong choice, a hidden product, a program and too many requests make no quotation', async () => {
    const { words, rows } = await visit(
      ask(31, [22, 23]),
      ask(32, []),
      ask(33, [], undefined, 'secret-letter'),
      ask(34, [22], `2, 'Anna', 'no address'`),
      ask(35, [22], `0, 'Anna', 'anna@example.com'`),
      ask(36, [22], `2, 'Bot', 'bot@example.com', null, null, 'http://spam'`),
    )
    expect(words).toEqual([
      'Please choose one option of each group',
      'Please choose one option of each group',
      'This product is not offered any more',
      'Please enter your e-mail address',
      'Please enter a number of pieces between 1 and 100,000',
      'done',
    ])
    expect(rows).toEqual([])
    const many = await visit(...Array.from({ length: 6 }, (_, n) => ask(40 + n, [22])))
    expect(many.words.at(-1)).toBe('Too many requests in one hour. Please call us.')
  })
})
