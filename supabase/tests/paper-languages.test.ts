import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { languages } from '../../src/shared/domain/texts/languages.ts'
import { undone } from './act.ts'
import { refusalOf, type Trade, tradeIn } from './trade.ts'
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

/** A public service with its texts in German, for a company that writes in German and Polish. */
async function germanService({ server, as }: Trade): Promise<string> {
  await server.run(`update public.company_settings set text_languages = '{de,pl}'`)
  const id =
    await server.value<string>(`insert into public.services (slug, name, summary, public_text, is_public, base_price)
    values ('own-texts', 'Shop sign', 'Made of aluminium.', 'We make it.', true, 100) returning id`)
  for (const [field, text] of [
    ['name', 'Ladenschild'],
    ['summary', 'Aus Aluminium.'],
  ])
    await as('admin').run(`select public.translate_text('services', '${id}', '${field}', 'de', '${text}')`)
  return id
}

test('visitors read the texts of the company in their language, and the original where it was not translated', async () => {
  await inTrade(async (trade) => {
    const { server, client, as } = trade
    const id = await germanService(trade)
    const seen = async (language: string) => {
      await server.run(`select set_config('request.headers', '{"accept-language": "${language}"}', true)`)
      const { name, summary, text } = await client.value<Record<string, string>>(
        `select public.get_public_service('own-texts')`,
      )
      return [name, summary, text]
    }
    expect(await seen('de-AT,de;q=0.9')).toEqual(['Ladenschild', 'Aus Aluminium.', 'We make it.'])
    expect(await seen('pl')).toEqual(['Shop sign', 'Made of aluminium.', 'We make it.'])
    await server.run(`update public.services set public_title = 'Signs for shops' where id = '${id}'`)
    expect((await seen('de'))[0]).toBe('Ladenschild')
    await as('admin').run(
      `update public.site_pages set draft = '[{"id": "a", "kind": "text", "title": "About us", "body": "Three of us."}]' where page = 'about'`,
    )
    await as('admin').run(
      `select public.translate_text('site_texts', md5('Three of us.'), 'text', 'de', 'Wir sind drei.')`,
    )
    await as('admin').run(
      `select public.publish_site_page('about', row_version) from public.site_pages where page = 'about'`,
    )
    expect(await client.value(`select public.get_public_page('about') -> 'blocks' -> 0`)).toMatchObject({
      title: 'About us',
      body: 'Wir sind drei.',
    })
    await server.run(`update public.company_settings set text_languages = '{}'`)
    expect((await seen('de'))[0]).toBe('Signs for shops')
  })
})

test('a quotation takes services and terms in its language, and says what is not written in it', async () => {
  await inTrade(async (trade) => {
    const { sales, server } = trade
    const service = await germanService(trade)
    const id = await draft(trade)
    await server.run(
      `insert into public.quotation_terms (name, body, language, is_default) values ('Terms', 'Paid in 30 days.', 'en', true)`,
    )
    await server.run(`update public.quotations set terms = 'Paid in 30 days.' where id = '${id}'`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, details, qty, unit_price, vat_rate, service_id)
      values ('${id}', 'a1', 'Shop sign', 'Made of aluminium.', 1, 100, 18, '${service}'),
             ('${id}', 'a2', 'Shop sign, by hand', null, 1, 100, 18, '${service}')`)
    const foreign = () => sales.rows(`select * from public.texts_in_other_language('${id}')`)
    const offered = () =>
      sales.value(`select description from public.suggest_lines('${id}', 'shop si') where source = 'service'`)
    expect(await foreign()).toEqual([])
    expect(await offered()).toBe('Shop sign')
    await reads(trade, 'de')
    expect(await offered()).toBe('Ladenschild')
    const line = { what: 'line', words: 'Shop sign', translated: 'Ladenschild' }
    expect(await foreign()).toEqual([{ what: 'terms', words: null, translated: null }, line])
    await reads(trade, 'pl')
    expect(await foreign()).toEqual([
      { what: 'terms', words: null, translated: null },
      { ...line, translated: null },
    ])
    await reads(trade, 'de')
    await server.run(
      `insert into public.quotation_terms (name, body, language, is_default) values ('Bedingungen', 'Zahlbar in 30 Tagen.', 'de', true)`,
    )
    expect(await sales.value(`select public.write_in_language('${id}')`)).toBe(2)
    expect(await foreign()).toEqual([])
    expect(
      await sales.rows(
        `select description, details from public.quotation_items where quotation_id = '${id}' order by position`,
      ),
    ).toEqual([
      { description: 'Fascia', details: null },
      { description: 'Ladenschild', details: 'Aus Aluminium.' },
      { description: 'Shop sign, by hand', details: null },
    ])
    await reads(trade, null)
    expect(await foreign()).toContainEqual({ what: 'line', words: 'Ladenschild', translated: 'Shop sign' })
  })
})

test('a translation is written by who changes its original, is outdated when that changes, and goes with it', async () => {
  await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { server, as } = trade
    const id = await germanService(trade)
    const call = (text: string, seen: string, { language = 'de', field = 'name' } = {}) =>
      `select public.translate_text('services', '${id}', '${field}', '${language}', '${text}', '${seen}')`
    const refused = (sql: string, by: Parameters<typeof as>[0] = 'admin') => refusalOf(tx, () => as(by).run(sql))
    expect(await refused(call('Nein', 'Ladenschild'), 'client')).toMatch(/may not|permission denied/)
    expect(await refused(call('Nein', 'Ladenschild'), 'team_member')).toBe('You may not write these texts')
    expect(await refused(call('Enseigne', '', { language: 'fr' }))).toMatch(/does not write its texts in this language/)
    expect(await refused(call('Schild', ''))).toMatch(/changed this text meanwhile/)
    expect(await refused(call('x'.repeat(201), 'Ladenschild'))).toBe('The text is longer than 200 characters')
    expect(await refused(call('Innen', '', { field: 'where_used' }))).toBe('This text is not there any more')
    const text = () =>
      as('sales').one(`select original, body, translated_from from public.own_texts()
        where source = 'services' and record_id = '${id}' and field = 'name' and language = 'de'`)
    await server.run(`update public.services set name = 'Sign for a shop' where id = '${id}'`)
    expect(await text()).toEqual({ original: 'Sign for a shop', body: 'Ladenschild', translated_from: 'Shop sign' })
    await as('admin').run(call('Ladenschild', 'Ladenschild'))
    expect((await text())?.['translated_from']).toBe('Sign for a shop')
    await as('admin').run(call('', 'Ladenschild'))
    expect(await text()).toEqual({ original: 'Sign for a shop', body: null, translated_from: null })
    await server.run(`delete from public.services where id = '${id}'`)
    expect(await server.value(`select count(*)::int from public.text_translations where record_id = '${id}'`)).toBe(0)
  })
})
