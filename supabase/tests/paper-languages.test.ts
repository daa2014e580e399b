import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { languages } from '../../src/shared/domain/texts/languages.ts'
import { undone } from './act.ts'
import { type Trade, tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx)))

const reads = ({ server }: Trade, language: string | null) =>
  server.run(
    `update public.contacts set language = ${language ? `'${language}'` : 'null'} where id = '${row.clientContact}'`,
  )

async function draft({ sales }: Trade): Promise<string> {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'Fascia', 1, 100, 18)`)
  return id
}

test('the database knows the languages that the texts are written in', async () => {
  const known = await inTrade(({ server }) =>
    server.rows<{ known: boolean }>(
      `select private.is_client_language(code) as known from unnest(array['${languages.map(({ value }) => value).join("','")}']) as code`,
    ),
  )
  expect(known.map((one) => one.known)).toEqual(languages.map(() => true))
  expect(await inTrade(({ server }) => server.value(`select private.is_client_language('sv')`))).toBe(false)
})

test('a draft is in the language of its person, else of its client, else of the company', async () => {
  await inTrade(async (trade) => {
    const { sales, server } = trade
    const id = await draft(trade)
    const language = () => sales.value(`select public.preview_quotation('${id}') ->> 'language'`)
    expect(await language()).toBe('en')
    await server.run(`update public.company_settings set language = 'pt'`)
    expect(await language()).toBe('pt')
    await reads(trade, 'de')
    expect(await language()).toBe('de')
    await reads(trade, 'sv')
    expect(await language()).toBe('pt')
    await reads(trade, 'de')
    const person = await server.value<string>(
      `insert into public.contacts (type, name, language) values ('Person', 'Ann', 'pl') returning id`,
    )
    await server.run(`update public.quotations set person_id = '${person}' where id = '${id}'`)
    expect(await language()).toBe('pl')
  })
})

test('the link of a quotation tells the language that its person or its client chose, and not that of the company', async () => {
  await inTrade(async (trade) => {
    const { sales, server } = trade
    await server.run(`update public.company_settings set language = 'pt'`)
    const id = await draft(trade)
    await sales.run(`select public.send_quotation('${id}')`)
    const own = () =>
      server.value(
        `select public.get_public_quotation(public_uuid) ->> 'client_language' from public.quotations where id = '${id}'`,
      )
    expect(await own()).toBe(null)
    await reads(trade, 'de')
    expect(await own()).toBe('de')
    await reads(trade, 'sv')
    expect(await own()).toBe(null)
    const person = await server.value<string>(
      `insert into public.contacts (type, name, language) values ('Person', 'Ann', 'pl') returning id`,
    )
    await server.run(`update public.quotations set person_id = '${person}' where id = '${id}'`)
    expect(await own()).toBe('pl')
  })
})

test('a quotation keeps the language that it was sent in, until it is changed and sent again', async () => {
  await inTrade(async (trade) => {
    const { sales, client } = trade
    const id = await draft(trade)
    await reads(trade, 'de')
    await sales.run(`select public.send_quotation('${id}')`)
    await reads(trade, 'fr')
    const link = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    const seen = () => client.value(`select public.get_public_quotation('${link}') ->> 'language'`)
    expect(await seen()).toBe('de')
    expect(await sales.value(`select public.mail_language('quotation', '${id}')`)).toBe('de')
    await sales.run(`select public.revise_quotation('${id}', 'another size')`)
    await sales.run(`select public.send_quotation('${id}')`)
    expect(await seen()).toBe('fr')
    const kept = await sales.rows<{ language: string }>(
      `select snapshot ->> 'language' as language from public.quotation_versions where quotation_id = '${id}' order by version`,
    )
    expect(kept).toEqual([{ language: 'de' }, { language: 'fr' }])
  })
})

test('an invoice and its credit note keep the language that each was issued in', async () => {
  await inTrade(async (trade) => {
    const { accounts } = trade
    await reads(trade, 'it')
    const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a0', 'item', 'Lettering', 1, 100, 18)`)
    const language = () => accounts.value(`select public.preview_invoice('${id}') ->> 'language'`)
    await reads(trade, 'es')
    expect(await language()).toBe('es')
    await accounts.run(`select public.issue_invoice('${id}')`)
    await reads(trade, 'nl')
    expect(await language()).toBe('es')
    const statement = await accounts.value<string>(
      `select public.create_statement('${row.clientContact}', current_date - 30, current_date + 1)`,
    )
    await reads(trade, 'mt')
    expect(
      await accounts.value(`select snapshot ->> 'language' from public.statements where id = '${statement}'`),
    ).toBe('nl')
    expect(await accounts.value(`select public.mail_language('statement', '${statement}')`)).toBe('nl')
  })
})

test('an order has the language of its client until its confirmation is mailed', async () => {
  await inTrade(async (trade) => {
    const { sales } = trade
    const quotation = await draft(trade)
    await sales.run(`select public.send_quotation('${quotation}')`)
    const order = await sales.value<string>(`select public.record_quotation_answer('${quotation}', 'approved', 'Ann')`)
    const language = () => sales.value(`select public.order_document('${order}') ->> 'language'`)
    await reads(trade, 'pl')
    expect(await language()).toBe('pl')
    await sales.run(`select public.send_document('order', '${order}', '{ann@client.example}', gen_random_uuid())`)
    await reads(trade, 'de')
    expect(await language()).toBe('pl')
    expect(await trade.server.value(`select language from public.scheduled_emails where record_id = '${order}'`)).toBe(
      'pl',
    )
  })
})

test('nobody but the database writes which language a paper has', async () => {
  await inTrade(async ({ as }) => {
    await expect(as('admin').run(`update private.paper_languages set language = 'de'`)).rejects.toThrow(
      'permission denied',
    )
  })
})
