import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, undone } from './act.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** In a company whose tax has this name. */
const where = <Result>(tax: string, work: (tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    await tx.query('update public.company_settings set tax_name = $1', [tax])
    return work(tx)
  })
const said = async (tx: Queryable, sql: string) => (await tx.query<{ said: string }>(sql)).rows[0]?.said

test.each([
  ['VAT', 'At 18 % VAT. VAT is known.'],
  ['sales tax', 'At 18 % sales tax. Sales tax is known.'],
  ['MwSt.', 'At 18 % MwSt. MwSt. is known.'],
  ['ΦΠΑ', 'At 18 % ΦΠΑ. ΦΠΑ is known.'],
  ['moms {tax} 25 %', 'At 18 % moms {tax} 25 %. Moms {tax} 25 % is known.'],
])('a sentence with %s', async (tax, words) => {
  expect(await where(tax, (tx) => said(tx, `select private.with_tax('At 18 % {tax}. {Tax} is known.') as said`))).toBe(
    words,
  )
})

test('questions and refusals call the tax as the company does', async () => {
  await where('sales tax', async (tx) => {
    await tx.exec(`insert into public.vat_rates (code, label, rate) values ('tax-8', '8 %', 8)`)
    expect(
      await said(
        tx,
        `select private.bill_questions('${row.business}', 'B-1', '2026-11-20', 100, 31) ->> 'vat' as said`,
      ),
    ).toMatch(/^Sales tax of €31\.00 is no rate of €100\.00: /)
    await tx.exec(`insert into public.invoices (id, contact_id, kind, status)
      values ('80000000-0000-4000-a000-00000000009a', '${row.business}', 'final', 'draft')`)
    expect(
      await attempt(
        tx,
        `select private.credit_amounts(null, i, '[{"vat_rate": 5, "vat_treatment": "standard", "amount": 1}]', false)
        from public.invoices i where i.id = '80000000-0000-4000-a000-00000000009a'`,
      ),
    ).toMatchObject({ because: 'This invoice has no such sales tax rate' })
    await become(tx, 'sales')
    const rows = JSON.stringify([
      {
        line: 2,
        id: '10000000-0000-4000-a000-00000000009a',
        choice: 'new',
        type: 'Business',
        company: 'B',
        vat_number: 'X',
      },
    ])
    expect(await said(tx, `select because as said from private.judge_import('${rows}')`)).toBe(
      'Sales tax number: A tax number has 4 to 20 letters and digits',
    )
  })
})

test('the accounts of the chart are renamed with the tax, unless somebody named them', async () => {
  const names = await where('sales tax', async (tx) => {
    const listed = `select string_agg(name, ', ' order by code) as said from public.ledger_accounts where code in ('1200', '2200')`
    const first = await said(tx, listed)
    await tx.exec(`update public.ledger_accounts set name = 'Owed to the state' where code = '2200'`)
    await tx.exec(`update public.company_settings set tax_name = 'IVA'`)
    return [first, await said(tx, listed)]
  })
  expect(names).toEqual(['Sales tax on purchases, Sales tax on sales', 'IVA on purchases, Owed to the state'])
})

/** Texts with {tax} that another function fills in. */
const filledElsewhere = [
  'chart_of',
  'contact_row_problem',
  'judge_services',
  'material_problem',
  'opening_problem',
  'other_accounts_of',
  'with_tax',
]

test('a function whose texts carry {tax} fills it in', async () => {
  const { rows } = await engine.query<{ proname: string }>(
    `select proname from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and prosrc ilike '%{tax}%' and prosrc not like '%private.with_tax(%' order by 1`,
  )
  expect(rows.map(({ proname }) => proname)).toEqual(filledElsewhere)
})
