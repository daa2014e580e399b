import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

async function sent(trade: Trade, title: string, price = '100'): Promise<string> {
  const id = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', '${title}')`)
  await trade.sales
    .run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', 'Tray fascia', 1, ${price}, 18)`)
  await trade.sales.run(`update public.quotations set account_manager_id = '${idOf('sales')}' where id = '${id}'`)
  await trade.sales.run(`select public.send_quotation('${id}')`)
  return id
}
const loss = (trade: Trade, id: string) =>
  trade.sales.one(`select reason, words from public.quotation_losses where quotation_id = '${id}'`)
const answer = (trade: Trade, id: string, words: string) =>
  trade.sales.run(`select public.record_quotation_answer('${id}', ${words})`)

test('only a lost offer has a reason; “other” needs words; an offer made again is not lost', async () => {
  await inTrade(async (trade, tx) => {
    const id = await sent(trade, 'Shop front')
    const say = (reason: string, words = 'null') =>
      trade.sales.run(`select public.record_quotation_loss('${id}', '${reason}', ${words})`)
    expect(await refusalOf(tx, () => say('price'))).toBe('This quotation is not lost: it is sent')
    await answer(trade, id, `'rejected', 'Anna', 'Too dear', null, 'price'`)
    expect(await loss(trade, id)).toEqual({ reason: 'price', words: 'Too dear' })
    expect(await refusalOf(tx, () => say('weather'))).toBe('Please choose why it was lost')
    expect(await refusalOf(tx, () => say('other', `' '`))).toBe('Please say in words why it was lost')
    const byWorkshop = () => trade.workshop.run(`select public.record_quotation_loss('${id}', 'time')`)
    expect(await refusalOf(tx, byWorkshop)).toBe('You may not say why a quotation was lost')
    await say('competitor', `'They took the shop next door'`)
    await say('competitor', `'They took the shop next door'`)
    expect(
      await trade.sales.rows(
        `select meta ->> 'lost' as lost from public.document_events
          where record_id = '${id}' and type = 'lost_because' order by id`,
      ),
    ).toEqual([{ lost: 'price' }, { lost: 'competitor' }])
    await trade.sales.run(`select public.revise_quotation('${id}')`)
    expect(await loss(trade, id)).toBeUndefined()
    expect(await trade.sales.value(`select closed_on from public.quotations where id = '${id}'`)).toBeNull()
  })
})

test('won and lost count in the month of the decision; a cancelled draft counts as neither', async () => {
  await inTrade(async (trade) => {
    const won = await sent(trade, 'Won', '300')
    await answer(trade, won, `'approved', 'Anna'`)
    const lost = await sent(trade, 'Lost', '200')
    await trade.sales.run(`select public.cancel_quotation('${lost}', 'They moved away', 'changed_plans')`)
    const old = await sent(trade, 'Long ago', '50')
    await trade.server.run(`update public.quotations set valid_until = '2026-01-30' where id = '${old}'`)
    await trade.server.run('select public.expire_quotations()')
    const draft = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Draft')`)
    await trade.sales.run(`select public.cancel_quotation('${draft}', 'Written twice')`)

    const rate = (from: string, to: string) =>
      trade.sales.rows(
        `select owner, won, lost, won_net, lost_net from public.win_rate(${from}, ${to}) where owner = '${idOf('sales')}'`,
      )
    const today = await trade.server.value<string>(`select quote_literal(private.company_today())`)
    expect(await rate(today, today)).toEqual([
      { owner: idOf('sales'), won: 1, lost: 1, won_net: '300.00', lost_net: '200.00' },
    ])
    expect(await rate(`'2026-01-01'`, `'2026-01-31'`)).toEqual([
      { owner: idOf('sales'), won: 0, lost: 1, won_net: '0.00', lost_net: '50.00' },
    ])
    const why = `select reason, quotations, net from public.loss_reasons('2026-01-01', ${today}, '${idOf('sales')}')`
    expect(await trade.sales.rows(`${why} order by net`)).toEqual([
      { reason: 'changed_plans', quotations: 1, net: '200.00' },
      { reason: null, quotations: 1, net: '50.00' },
    ])
    // The figures count the rows of the list behind them.
    expect(
      await trade.sales.rows(
        `select status, quotations from public.quotation_sums(null, null, '${idOf('sales')}', null, false, false, 'lost', 'unsaid')`,
      ),
    ).toEqual([{ status: 'expired', quotations: 1 }])
    // Without the filter for results as well, a won quotation is not missing a reason.
    expect(await trade.server.value(`select closed_on is not null from public.quotations where id = '${won}'`)).toBe(
      true,
    )
    const unsaid = await trade.sales.rows<{ status: string }>(
      `select status from public.quotation_sums(p_owner => '${idOf('sales')}', p_lost => 'unsaid')`,
    )
    expect(unsaid.map(({ status }) => status)).toEqual(['expired'])
    await expect(trade.workshop.rows(why)).rejects.toThrow('You may not see quotations')
  })
})

test('a new quotation copies the terms for its client’s language and type; a changed template alters none', async () => {
  await inTrade(async (trade) => {
    const terms = async (type: 'Person' | 'Business', language: string) => {
      await trade.server.run(`update public.contacts set type = '${type}', company = coalesce(company, 'Client Ltd'),
        language = ${language} where id = '${row.clientContact}'`)
      const id = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Terms')`)
      return trade.sales.value<string>(`select terms from public.quotations where id = '${id}'`)
    }
    await trade.server.run('delete from public.quotation_terms')
    await trade.server.run(`update public.company_settings set quotation_terms = 'The company''s'`)
    expect(await terms('Person', 'null')).toBe('The company’s'.replace('’', "'"))
    const template = (values: string) =>
      trade
        .as('admin')
        .run(`insert into public.quotation_terms (name, body, language, client_type, is_default) values ${values}`)
    await template(`('All', 'General', 'en', null, true), ('People', 'For people', 'en', 'Person', true),
      ('Maltese', 'Bil-Malti', 'mt', null, true), ('Other', 'Unused', 'en', null, false)`)
    expect(await terms('Person', 'null')).toBe('For people')
    expect(await terms('Business', `'mt'`)).toBe('Bil-Malti')
    expect(await terms('Business', `'it'`)).toBe('General')
    const id = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Kept')`)
    await trade.as('admin').run(`update public.quotation_terms set body = 'Changed'`)
    expect(await trade.sales.value(`select terms from public.quotations where id = '${id}'`)).toBe('General')
    // A second default takes the place of the first.
    await template(`('Second', 'New words', 'en', null, true)`)
    expect(await terms('Business', `'it'`)).toBe('New words')
  })
})
