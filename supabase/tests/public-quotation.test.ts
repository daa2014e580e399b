import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries, undone } from './act.ts'
import { refusalOf, tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const ask = (uuid: string) => `select public.get_public_quotation('${uuid}') as document`
const nothing = { rows: [{ document: null }], touched: 1 }

describe('T6: one quotation by its link', () => {
  test.each(['visitor', 'pending', 'client', 'otherClient', 'sales'] as const)(
    'whoever holds the link reads these facts and no others, amounts as text: %s',
    async (person) => {
      const outcome = await tries(engine, person, ask(row.clientQuotationLink))
      if ('refused' in outcome) throw new Error(outcome.because)
      const [first] = outcome.rows
      expect(first?.['document']).toEqual({
        kind: 'quotation',
        approval: null,
        number: 'Q-1',
        quotation_number: 'Q-1',
        public_uuid: row.clientQuotationLink,
        version: 1,
        status: 'sent',
        created_at: expect.any(String),
        sent_at: null,
        project_title: null,
        proof_waits: false,
        valid_until: null,
        is_past: false,
        being_revised: false,
        currency: 'EUR',
        net: '100.00',
        vat: '18.00',
        gross: '118.00',
        cash_discount: null,
        deposit: { kind: 'none', value: '0.00', amount: '0.00' },
        terms: null,
        client_note: null,
        company: expect.objectContaining({ name: 'Plain Signs', iban: null }),
        client: {
          name: 'client',
          company: null,
          address: null,
          city: null,
          postcode: null,
          state: null,
          country: null,
          vat_number: null,
          lengths: null,
        },
        person: null,
        site: null,
        lines: [],
        vat_table: [],
        decided_at: null,
        decided_name: null,
        language: 'en',
        client_language: null,
        pay_to: expect.objectContaining({ iban: null, account_holder: 'Plain Signs', is_changed: false }),
        reject_reason: null,
        order: null,
      })
    },
  )

  test.each([
    ['wrong', row.clientQuotation, undefined],
    ['of a draft', row.draftLink, undefined],
    ['revoked', row.clientQuotationLink, `update public.quotations set link_revoked_at = now()`],
    ['of a cancelled quotation', row.clientQuotationLink, `update public.quotations set status = 'cancelled'`],
  ])('a link that is %s answers like one that never was', async (_, uuid, given) => {
    expect(await tries(engine, 'visitor', ask(uuid), given)).toEqual(nothing)
  })

  test('a thousand guesses find nothing', async () => {
    const guesses = Array.from({ length: 1000 }, () => `'${randomUUID()}'`).join(', ')
    const sql = `select 1 from unnest(array[${guesses}]::uuid[]) as guess where public.get_public_quotation(guess) is not null`
    expect(await tries(engine, 'visitor', sql)).toEqual({ rows: [], touched: 0 })
  })

  test('a visitor does not list quotations by the link column', async () => {
    const sql = `select public_uuid from public.quotations where public_uuid is not null`
    const granted = `grant all on all tables in schema public to anon`
    expect(await tries(engine, 'visitor', sql)).toMatchObject({ refused: '42501' })
    expect(await tries(engine, 'visitor', sql, granted)).toEqual({ rows: [], touched: 0 })
  })

  test('nobody chooses or changes the secret of a link', async () => {
    const chosen = '77777777-7777-4777-8777-777777777777'
    const inserted = await tries(
      engine,
      'sales',
      `insert into public.quotations (quotation_number, contact_id, public_uuid)
        values ('Q-9', '${row.clientContact}', '${chosen}') returning public_uuid = '${chosen}' as chosen`,
    )
    const updated = await tries(
      engine,
      'sales',
      `update public.quotations set public_uuid = '${chosen}' where id = '${row.clientQuotation}'`,
    )
    expect([inserted, updated]).toEqual([
      { rows: [{ chosen: false }], touched: 1 },
      { refused: '42501', because: 'quotations.public_uuid cannot be changed' },
    ])
  })
})

test('T5: a quotation that was sent stays with its client, whose link opens what it becomes', async () => {
  await undone(engine, async (tx) => {
    const { sales } = await tradeIn(tx)
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
    const move = () =>
      sales.run(`update public.quotations set contact_id = '${row.otherClientContact}' where id = '${id}'`)
    const back = () => sales.run(`update public.quotations set contact_id = '${row.clientContact}' where id = '${id}'`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${id}', 'a0', 'Fascia', 1, 100, 18)`)
    await move()
    await back()
    await sales.run(`select public.send_quotation('${id}')`)
    await sales.run(`select public.revise_quotation('${id}')`)
    expect(await refusalOf(tx, move)).toMatch(/^This quotation was sent to its client/)
  })
})
