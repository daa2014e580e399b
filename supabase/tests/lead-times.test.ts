import { afterAll, beforeAll, expect, test } from 'vitest'
import { promisingTexts, today } from '../../src/shared/domain/planning/testing.ts'
import { languages } from '../../src/shared/domain/texts/languages.ts'
import { dayAndMonthIn } from '../../src/shared/domain/texts/long-days.ts'
import { paperTexts } from '../../src/shared/domain/texts/papers/load.ts'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    await tx.query('update public.company_settings set lead_days = 10, deposit_percent = 0')
    await tx.query(`delete from public.work_centre_closures where work_centre_id is null`)
    return work(await tradeIn(tx), tx)
  })

type Line = { unit: string; service?: string; makesJob?: boolean; words?: string; width?: number }

/** An approved quotation of these lines; answers its order. */
async function ordered({ sales, client }: Trade, lines: readonly Line[], terms?: string, note?: string) {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  for (const [place, { unit, service, makesJob, words, width }] of lines.entries())
    await sales.run(`insert into public.quotation_items
      (quotation_id, position, kind, description, qty, unit, unit_price, vat_rate, service_id, makes_job, width_mm, height_mm)
      values ('${id}', 'a${place}', 'item', '${words ?? `Line ${place}`}', 2, '${unit}', 50, 18, ${service ? `'${service}'` : 'null'},
        ${makesJob ?? 'null'}, ${width ?? 'null'}, ${width ?? 'null'})`)
  if (terms) await sales.run(`update public.quotations set terms = '${terms}' where id = '${id}'`)
  if (note) await sales.run(`update public.quotations set client_note = '${note}' where id = '${id}'`)
  await sales.run(`select public.send_quotation('${id}')`)
  const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
  await client.run(`select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`)
  const [order] = await sales.rows<{ id: string; due_date: string | null; promised_date: string | null }>(
    `select id, due_date::text, promised_date::text from public.orders where quotation_id = '${id}'`,
  )
  if (!order) throw new Error('No order came of the approval')
  return order
}

const service = (tx: Queryable, values: string) =>
  tx
    .query<{ id: string }>(
      `insert into public.services (slug, name, unit, makes_job, lead_days, created_by)
       select s.slug, s.slug, s.unit, s.makes_job, s.lead_days::integer, null from (values (${values})) as s (slug, unit, makes_job, lead_days) returning id`,
    )
    .then(({ rows }) => rows[0]?.id ?? '')

test('an order is promised after the longest lead time of its jobs, in working days', () =>
  inTrade(async (trade, tx) => {
    const slow = await service(tx, `'slow-letters', 'piece', true, 15`)
    const order = await ordered(trade, [{ unit: 'piece', service: slow }, { unit: 'piece' }])
    const day = await trade.server.value<string>(`select private.working_day_after(private.company_today(), 15)::text`)
    expect(order).toMatchObject({ due_date: day, promised_date: day })
    expect(
      await trade.server.value(
        `select array_agg(distinct due_date::text) from public.jobs where order_id = '${order.id}'`,
      ),
    ).toEqual([day])
  }))

test('with a deposit the time begins when it is paid', () =>
  inTrade(async (trade, tx) => {
    await tx.query('update public.company_settings set deposit_percent = 50')
    const order = await ordered(trade, [{ unit: 'piece' }])
    expect(order).toMatchObject({ due_date: null, promised_date: null })
    await trade.accounts.run(
      `select public.record_payment('${row.clientContact}', 118, 'bank', p_order_id => '${order.id}')`,
    )
    expect(await trade.server.value(`select promised_date::text from public.orders where id = '${order.id}'`)).toBe(
      await trade.server.value(`select private.working_day_after(private.company_today(), 10)::text`),
    )
  }))

test('an order says who set its promised day, and whether its client was told', () =>
  inTrade(async (trade) => {
    const { sales, server } = trade
    const first = await ordered(trade, [{ unit: 'piece' }])
    const { id } = first
    const promise = () => sales.value<object>(`select public.order_promise('${id}')`)
    const when = { at: expect.any(String) }
    // The page of the client who approved says it.
    expect(await promise()).toEqual({ by: 'lead_time', name: null, told: { how: 'page', ...when } })
    await sales.run(
      `update public.orders set promised_date = promised_date + 7, due_date = due_date + 7 where id = '${id}'`,
    )
    const moved = { by: 'person', name: expect.stringMatching(/./) }
    expect(await promise()).toEqual({ ...moved, told: null })
    const tell = async (order: string, mail: string) => {
      await sales.run(`select public.send_document('order', '${order}', '{ann@client.example}', '${mail}')`)
      if (order === id) expect(await promise()).toEqual({ ...moved, told: null })
      await server.run('select private.claim_due(100)')
      await server.run(`select private.settle_mail('${mail}', p_subject => 'Sent', p_body => '<p>Hello</p>')`)
      // The test is one transaction, whose mails are sent at its beginning.
      await server.run(`update public.scheduled_emails set sent_at = clock_timestamp() where id = '${mail}'`)
    }
    await tell(id, '00000000-0000-4000-8000-00000000ab01')
    expect(await promise()).toEqual({ ...moved, told: { how: 'mail', ...when } })
    // The client was told the day of the lead time before: the confirmation says that the new one takes its place.
    const said = (of: string) =>
      server.one<object>(`select paper ->> 'due_date' as day, paper ->> 'day_before' as before,
        private.own_order_facts(o) ->> 'day_before' as own, private.order_of_quotation(o.quotation_id) -> 'order' ->> 'day_before' as page
        from public.orders o, lateral public.order_document(o.id) as paper where o.id = '${of}'`)
    const before = first.promised_date
    expect(await said(id)).toMatchObject({ before, own: before, page: before })
    await sales.run(`update public.orders set promised_date = null where id = '${id}'`)
    expect(await promise()).toBeNull()
    const accepted = await ordered(trade, [{ unit: 'piece' }], 'Ready in 3 working days.')
    expect(await sales.value(`select public.order_promise('${accepted.id}') ->> 'by'`)).toBe('terms')
    // The note was written for this client, the terms for all of them.
    const later = await server.one<{ said: string; day: string }>(
      `select to_char(d, 'FMDay, FMDD FMMonth YYYY') as said, d::text as day from (select private.company_today() + 3 as d) as t`,
    )
    const noted = await ordered(
      trade,
      [{ unit: 'piece' }],
      'Delivery within 15 working days.',
      `Fitted on ${later?.said}.`,
    )
    expect(noted).toMatchObject({ due_date: later?.day, promised_date: later?.day })
    expect(await sales.value(`select public.order_promise('${noted.id}') ->> 'by'`)).toBe('note')
    // Its workshop has the hours: only the usual lead time is longer.
    expect(
      await server.value(
        `select message from public.notifications where metadata ->> 'record_id' = '${noted.id}' and title like '%is promised for%'`,
      ),
    ).toMatch(
      /^Its note to the client says so\. The hours of its work centres and its material are there by .+\. Only its lead time ends later, on /,
    )
    expect(await said(noted.id)).toMatchObject({ day: later?.day, before: null })
    // The words of the accepted note stay: the day that they say is the one before, also where the client was told another one since.
    for (const days of [1, 2]) {
      await sales.run(
        `update public.orders set promised_date = date '${later?.day}' - ${days}, due_date = date '${later?.day}' - ${days} where id = '${noted.id}'`,
      )
      if (days === 1) await tell(noted.id, '00000000-0000-4000-8000-00000000ab02')
    }
    expect(await said(noted.id)).toMatchObject({ before: later?.day, own: later?.day, page: later?.day })
  }))

test('the days that the accepted terms promise are the day of the order, from the deposit on, and the plan knows it before', () =>
  inTrade(async (trade, tx) => {
    const { server, accounts } = trade
    await tx.query('update public.company_settings set deposit_percent = 50')
    const order = await ordered(
      trade,
      [{ unit: 'piece' }],
      'We begin with your deposit. Delivery within 5 working days after that.',
    )
    const day = await server.value<string>(`select private.working_day_after(private.company_today(), 5)::text`)
    expect(order).toMatchObject({ due_date: null, promised_date: null })
    expect(
      await server.value(
        `select work ->> 'lead_day' from jsonb_array_elements(public.work_of_quotation((select quotation_id from public.orders where id = '${order.id}'))) as work`,
      ),
    ).toBe(day)
    await accounts.run(`select public.record_payment('${row.clientContact}', 118, 'bank', p_order_id => '${order.id}')`)
    expect(
      await server.one(`select o.due_date::text, o.promised_date::text, private.order_document(o.id) ->> 'due_date' as on_paper,
          (select array_agg(distinct j.due_date::text) from public.jobs j where j.order_id = o.id) as of_jobs,
          (select string_agg(e.type, ' ') from public.document_events e where e.record_id = o.id and e.type like 'promised%') as story,
          (select count(*)::int from public.notifications n where n.metadata ->> 'record_id' = o.id::text and n.message like 'Its terms say so.%') as told
        from public.orders o where o.id = '${order.id}'`),
    ).toEqual({ due_date: day, promised_date: day, on_paper: day, of_jobs: [day], story: 'promised_by_terms', told: 1 })
  }))

test('the database reads the days of terms as the page that sends them does', () =>
  inTrade(async ({ server }, tx) => {
    await tx.query(
      `insert into public.work_centre_closures (starts_on, ends_on, reason) values ('2026-12-08', '2026-12-08', 'Feast')`,
    )
    const read = (texts: readonly string[], approved = today) =>
      tx
        .query<{ day: string | null }>(
          `select private.day_promised_in(t.text, $2, $3)::text as day from unnest($1::text[]) with ordinality as t (text, nth) order by t.nth`,
          [texts, approved, today],
        )
        .then(({ rows }) => rows.map(({ day }) => day))
    expect(await read(promisingTexts.map(([text]) => text))).toEqual(
      promisingTexts.map(
        ([, days]) =>
          days
            .map(([, day]) => day)
            .toSorted()
            .at(-1) ?? null,
      ),
    )
    // Every month in every language of clients.
    const months = languages.flatMap(({ value }) =>
      Array.from({ length: 12 }, (_, at) => `2027-${String(at + 1).padStart(2, '0')}-04`).map((day) => ({
        day,
        text: `Delivery: ${dayAndMonthIn(value, 'UTC', `${day}T12:00:00Z`)} 2027.`,
      })),
    )
    expect(await read(months.map(({ text }) => text))).toEqual(months.map(({ day }) => day))
    // In the order of the company; what passed within half a year is no promise of next year.
    await tx.query(`update public.company_settings set date_style = 'month_first'`)
    expect(await read(['Ready by 12/03/2026.', 'Ready by 29 November.'])).toEqual(['2026-12-03', null])
    await tx.query(`update public.company_settings set date_style = 'words'`)
    // From the approval on where they say so; a day that has passed is no promise.
    const words = ['after your approval', 'after approval and deposit', 'after that']
    expect(
      await read(
        words.map((after) => `Ready in 3 working days ${after}.`),
        '2026-11-27',
      ),
    ).toEqual(['2026-12-02', '2026-12-03', '2026-12-03'])
    expect(await read(['Ready in 1 day after your approval.', 'Ready by 28 Nov 2026.'], '2026-11-20')).toEqual([
      null,
      null,
    ])
    expect(await server.value(`select private.day_promised_in(null, '${today}', '${today}')`)).toBeNull()
    // What the page that sends writes under terms without a day: from the approval, or from the deposit.
    for (const { value } of languages) {
      const texts = await paperTexts(value)
      const written = [texts('delivery_within', { days: '12' }), texts('delivery_within_deposit', { days: '12' })]
      expect(await read(written, '2026-11-27'), value).toEqual(['2026-12-16', '2026-12-17'])
    }
  }))

test('a later day is promised where the work that is promised already leaves no hours, and its people hear it', () =>
  inTrade(async (trade, tx) => {
    const { server } = trade
    await tx.query('update public.company_settings set lead_days = 2, deposit_percent = 50')
    const cut = await service(tx, `'cut-letters', 'piece', true, null`)
    const centre =
      await server.value<string>(`insert into public.work_centres (name, kind, capacity_minutes_day, work_days)
      values ('Full router', 'cnc', 100, '{1,2,3,4,5}') returning id`)
    await server.run(`insert into public.job_step_templates (service_id, position, name, work_centre_id, minutes_fixed, minutes_per_unit, unit)
      values ('${cut}', 'a0', 'Cut', '${centre}', 150, 0, 'piece')`)
    const dayIn = (days: number) =>
      server.value<string>(
        `select private.working_day_from(private.working_day_after(private.company_today(), ${days}))::text`,
      )
    const order = await ordered(trade, [{ unit: 'piece', service: cut }])
    const lead = () =>
      server.value<string>(`select private.day_to_promise(o)::text from public.orders o where id = '${order.id}'`)
    const free = await lead()
    // Other work of 500 minutes is due before: five days of the router are gone.
    await server.run(
      `insert into public.jobs (job_number, title, status, due_date) values ('JOB-FULL', 'Other letters', 'approved', '${await dayIn(1)}')`,
    )
    await server.run(`insert into public.job_steps (job_id, position, name, work_centre_id, planned_minutes)
      select id, 'a0', 'Cut', '${centre}', 500 from public.jobs where job_number = 'JOB-FULL'`)
    const full = await lead()
    expect(full > free).toBe(true)
    expect(full >= (await dayIn(6))).toBe(true)
    await trade.accounts.run(
      `select public.record_payment('${row.clientContact}', 118, 'bank', p_order_id => '${order.id}')`,
    )
    expect(await server.value(`select promised_date::text from public.orders where id = '${order.id}'`)).toBe(full)
    expect(
      await server.rows(`select type, meta ->> 'day' as day, meta ->> 'lead_day' as lead from public.document_events
      where record_id = '${order.id}' and type like 'promised%'`),
    ).toEqual([{ type: 'promised_later', day: full, lead: await dayIn(2) }])
    expect(
      await server.value(
        `select count(*)::int from public.notifications where metadata ->> 'record_id' = '${order.id}' and title like '%is promised for%'`,
      ),
    ).toBe(1)
  }))

test('until then the plan knows the day: that of a quotation, of its order, and of the order that a quotation adds to', () =>
  inTrade(async (trade, tx) => {
    await tx.query('update public.company_settings set deposit_percent = 50')
    const slow = await service(tx, `'slow-plates', 'piece', true, 15`)
    const order = await ordered(trade, [{ unit: 'piece', service: slow }, { unit: 'piece' }])
    const { server } = trade
    const dayIn = (days: number) =>
      server.value<string>(`select private.working_day_after(private.company_today(), ${days})::text`)
    const ofQuotation = (id: string) =>
      server.value<string[]>(
        `select array_agg(distinct work ->> 'lead_day') from jsonb_array_elements(public.work_of_quotation('${id}')) as work`,
      )
    const ofOrder = () =>
      server.rows<{ lead_day: string | null; promise: string | null }>(
        `select distinct work ->> 'lead_day' as lead_day, work ->> 'promise' as promise
           from jsonb_array_elements(public.workload() -> 'jobs') as work where work ->> 'order_id' = '${order.id}'`,
      )
    const quotation = await server.value<string>(`select quotation_id from public.orders where id = '${order.id}'`)
    const day = await dayIn(15)
    expect(await ofQuotation(quotation)).toEqual([day])
    expect(await ofOrder()).toEqual([{ lead_day: day, promise: null }])
    const more = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'One more')`)
    await trade.sales
      .run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit, unit_price, vat_rate, service_id, is_optional)
      values ('${more}', 'a0', 'item', 'Plate', 1, 'piece', 50, 18, null, false), ('${more}', 'a1', 'item', 'Not chosen', 1, 'piece', 50, 18, '${slow}', true)`)
    expect(await ofQuotation(more)).toEqual([await dayIn(10)])
    await server.run(`update public.quotations set amends_order_id = '${order.id}' where id = '${more}'`)
    expect(await ofQuotation(more)).toEqual([day])
    await server.run(`update public.orders set promised_date = '${await dayIn(4)}' where id = '${order.id}'`)
    expect(await ofQuotation(more)).toEqual([await dayIn(4)])
    expect(await ofOrder()).toEqual([{ lead_day: null, promise: await dayIn(4) }])
  }))

test('working days leave out weekends and the days on which everything is closed', () =>
  inTrade(async ({ server }, tx) => {
    const after = (day: string, days: number) =>
      server.value(`select private.working_day_after('${day}', ${days})::text`)
    expect(await after('2026-11-24', 0)).toBe('2026-11-24')
    expect(await after('2026-11-24', 3)).toBe('2026-11-27')
    expect(await after('2026-11-24', 4)).toBe('2026-11-30')
    await tx.query(`insert into public.work_centre_closures (starts_on, ends_on, reason)
      values ('2026-11-30', '2026-12-02', 'Moving house')`)
    expect(await after('2026-11-24', 4)).toBe('2026-12-03')
  }))

test('hours make a job only where their service has steps, or where the line says so', () =>
  inTrade(async (trade, tx) => {
    const bare = await service(tx, `'design-hours', 'hour', true, null`)
    const stepped = await service(tx, `'fitting-hours', 'hour', true, null`)
    await tx.query(
      `insert into public.job_step_templates (service_id, position, name) values ('${stepped}', 'a0', 'Fit')`,
    )
    const order = await ordered(trade, [
      { unit: 'hour' },
      { unit: 'hour', service: bare },
      { unit: 'hour', service: stepped },
      { unit: 'hour', makesJob: true },
      { unit: 'piece', makesJob: false },
      { unit: 'piece' },
    ])
    expect(
      await trade.server.value(
        `select array_agg(title order by title) from public.jobs where order_id = '${order.id}'`,
      ),
    ).toEqual(['Line 2', 'Line 3', 'Line 5'])
  }))

const errands = ['Delivery', ' delivery. ', 'Delivery to Gozo', 'Delivery and packing', 'Site survey', 'Survey & measuring', 'Design time',
  'Artwork', 'Courier charge', 'Same-day delivery by van', 'Travel', 'Parking permit fee', 'Transport costs'] // oxfmt-ignore
const made = ['Delivery van, both sides', 'Delivery bay sign', 'Survey boards', 'Design award plaque', 'Parking sign', 'Parking signs for the yard', 'Travel agency fascia',
  'Artwork frame', 'Postage stamp stickers', 'Visitor badges', 'Permit holder', 'Transport lorry wrap', 'Lettering for the delivery van'] // oxfmt-ignore

test('words that name an errand make no job when they are typed without a service; what is made does', () =>
  inTrade(async (trade, tx) => {
    await service(tx, `'crane-hire', 'piece', false, null`)
    await tx.query(`update public.services set name = 'Crane hire' where slug = 'crane-hire'`)
    const order = await ordered(trade, [
      ...[...errands, 'Crane hire'].map((words) => ({ unit: 'piece', words })),
      ...made.map((words) => ({ unit: 'piece', words })),
      { unit: 'piece', words: 'Delivery', width: 900 },
      { unit: 'piece', words: 'Survey', makesJob: true },
    ])
    expect(
      await trade.server.value(
        `select array_agg(title order by title collate "C") from public.jobs where order_id = '${order.id}'`,
      ),
    ).toEqual([...made, 'Delivery', 'Survey'].toSorted())
  }))
