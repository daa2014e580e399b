import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries } from './act.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const ask = (uuid: string) => `select * from public.get_public_quotation('${uuid}')`
const nothing = { rows: [], touched: 0 }

describe('T6: one quotation by its link', () => {
  test.each(['visitor', 'pending', 'client', 'otherClient', 'sales'] as const)(
    'whoever holds the link reads these columns and no others: %s',
    async (person) => {
      const outcome = await tries(engine, person, ask(row.clientQuotationLink))
      if ('refused' in outcome) throw new Error(outcome.because)
      expect(outcome.rows.map(({ created_at: _, ...columns }) => columns)).toEqual([
        {
          quotation_number: 'Q-1',
          status: 'sent',
          project_title: null,
          valid_until: null,
          currency: 'EUR',
          net: 100,
          vat: 18,
          gross: 118,
          contact_name: 'client',
          contact_company: null,
        },
      ])
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
    const sql = `select q.* from unnest(array[${guesses}]::uuid[]) as guess, public.get_public_quotation(guess) as q`
    expect(await tries(engine, 'visitor', sql)).toEqual(nothing)
  })

  test('a visitor does not list quotations by the link column', async () => {
    const sql = `select public_uuid from public.quotations where public_uuid is not null`
    const granted = `grant all on all tables in schema public to anon`
    expect(await tries(engine, 'visitor', sql)).toMatchObject({ refused: '42501' })
    expect(await tries(engine, 'visitor', sql, granted)).toEqual(nothing)
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
