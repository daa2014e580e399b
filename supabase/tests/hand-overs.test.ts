import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datevColumns } from '../../src/documents/journal-files/datev.ts'
import type { GivenEntry, HandOver } from '../../src/documents/journal-files/format.ts'
import { handOverFormats } from '../../src/documents/journal-files/formats.ts'
import { datevCells, sumsByAccount } from '../../src/documents/journal-files/testing.ts'
import { readCsv } from '../../src/shared/domain/text/csv.ts'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { ledgerPlay } from './ledger-play.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openOwnWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
  await engine.exec(ledgerPlay)
})
afterAll(() => engine.close())

const today = `(now() at time zone 'Europe/Malta')::date`
const bill = 'c3100000-0000-4000-a000-000000000001'
const handOver = (number: number) => `c3100000-0000-4000-b000-${String(number).padStart(12, '0')}`
const give = (number: number, format = 'csv', from = today, to = today, whole = false) =>
  `select public.make_hand_over('${handOver(number)}', '${format}', ${from}, ${to}, ${whole})`

type Books = Trade & { refusal: (who: keyof Trade, sql: string) => Promise<string> }

/** Today: an invoice over 118.00, a payment of 100.00 by card, and a bill over 59.00. Yesterday is empty. */
const inBooks = (work: (books: Books) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { accounts, server } = trade
    await server.run(`update public.company_settings set vat_number = 'MT12345678'`)
    const invoice = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Lettering')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${invoice}', 'a0', 'item', 'Lettering', 10, 10, 18)`)
    await accounts.run(`select public.issue_invoice('${invoice}')`)
    await accounts.run(`select public.record_payment('${row.business}', 100, 'card')`)
    await accounts.run(`select public.enter_supplier_invoice('${bill}', jsonb_build_object('supplier_id', '${row.business}', 'supplier_number', 'J-1',
      'invoice_date', ${today}, 'net', 50, 'vat', 9), '[{"description": "Vinyl", "qty": 1, "unit_price": 50, "vat_rate": 18}]')`)
    const refusal = (who: keyof Trade, sql: string) =>
      refusalOf(tx, () => (trade[who] instanceof Function ? Promise.resolve() : trade[who].run(sql)))
    await work({ ...trade, refusal })
  })

/** Lines of a hand-over: `code amount`, with `-` before what is taken back. */
const given = (who: Trade['accounts'], number: number) =>
  who
    .rows<{ line: string }>(
      `select concat(case when e.undoes_id is not null then '-' end, l ->> 'code', ' ', l ->> 'amount') as line
         from public.hand_over_entries e cross join jsonb_array_elements(e.lines) with ordinality as l (l, place)
        where e.hand_over_id = '${handOver(number)}' order by e.id, l.place`,
    )
    .then((lines) => lines.map(({ line }) => line))
const changes = (who: Trade['accounts'], format = 'csv', from = today, to = today) =>
  who
    .rows<Record<string, string | null>>(
      `select change, kind, coalesce(given, '') as given, coalesce(now, '') as now from public.hand_over_changes('${format}', ${from}, ${to})`,
    )
    .then((lines) => lines.map((line) => Object.values(line).join(' ')).sort())
const state = (who: Trade['accounts'], format = 'csv') =>
  who.value<Record<string, unknown>>(`select public.hand_over_state('${format}', ${today}, ${today})`)

/** Per day and account, of all that counts as given in this format, less the journal. Nothing is left. */
const unlike = (format: string, from: string, to: string) => `
  select g.on_date, g.code, sum(g.amount) as off from (
    select e.on_date, l ->> 'code' as code, (l ->> 'amount')::numeric as amount
      from public.hand_over_entries e join public.hand_overs h on h.id = e.hand_over_id cross join jsonb_array_elements(e.lines) as l
     where h.format = '${format}' and e.on_date between ${from} and ${to}
       and not exists (select from public.hand_overs w where w.format = h.format and w.is_whole and w.place > h.place and e.on_date between w.from_day and w.to_day)
    union all
    select j.on_date, j.code, -j.amount from private.journal_lines(${from}, ${to}) as j) as g
  group by 1, 2 having sum(g.amount) <> 0`

test('what was handed over is not handed over again, and what comes later is named and handed over apart', async () => {
  await inBooks(async ({ accounts, server, refusal }) => {
    expect(await state(accounts)).toMatchObject({ entries: 3, given: 0, new: 3, changed: 0, gone: 0, is_closed: false })
    await accounts.run(give(1))
    expect(await given(accounts, 1)).toEqual([
      '1100 118.00',
      '2200 -18.00',
      '4000 -100.00',
      '1200 9.00',
      '6990 50.00',
      '2100 -59.00',
      '1020 100.00',
      '1100 -100.00',
    ])
    expect(await changes(accounts)).toEqual([])
    expect(await refusal('accounts', give(2))).toBe('Nothing is new on these days: everything was handed over')
    await accounts.run(`select public.record_payment('${row.business}', 18, 'cash')`)
    expect(await changes(accounts)).toEqual(['new payment  18.00'])
    expect(
      await accounts.rows(`select came_later, changed, gone from public.hand_over_list() where id = '${handOver(1)}'`),
    ).toEqual([{ came_later: 1, changed: 0, gone: 0 }])
    await accounts.run(give(2))
    expect(await given(accounts, 2)).toEqual(['1010 18.00', '1100 -18.00'])
    expect(await server.rows(unlike('csv', today, today))).toEqual([])
    expect(await accounts.rows(`select came_later from public.hand_over_list()`)).toEqual([
      { came_later: 0 },
      { came_later: 0 },
    ])
  })
})

test('a changed entry is taken back as it was given, and given as it is now; one that is gone is taken back', async () => {
  await inBooks(async ({ accounts, server }) => {
    await accounts.run(give(1))
    await accounts.run(`update public.supplier_invoice_items set cost_account_id = (select id from public.cost_accounts where code = '5000')
      where supplier_invoice_id = '${bill}'`)
    expect(await changes(accounts)).toEqual(['changed supplier_invoice 59.00 59.00'])
    await accounts.run(give(2))
    expect(await given(accounts, 2)).toEqual([
      '-1200 -9.00',
      '-6990 -50.00',
      '-2100 59.00',
      '1200 9.00',
      '5000 50.00',
      '2100 -59.00',
    ])
    await accounts.run(
      `update public.supplier_invoices set status = 'disputed', dispute_reason = 'Too dear' where id = '${bill}'`,
    )
    expect(await changes(accounts)).toEqual(['gone supplier_invoice 59.00 '])
    expect(
      await accounts.rows(
        `select place - min(place) over () as place, came_later, changed, gone from public.hand_over_list() order by place desc`,
      ),
    ).toEqual([
      { place: 1, came_later: 0, changed: 0, gone: 1 },
      { place: 0, came_later: 0, changed: 0, gone: 0 },
    ])
    await accounts.run(give(3))
    expect(await given(accounts, 3)).toEqual(['-1200 -9.00', '-5000 -50.00', '-2100 59.00'])
    expect(await server.rows(unlike('csv', today, today))).toEqual([])
    await accounts.run(`update public.supplier_invoices set status = 'received' where id = '${bill}'`)
    expect(await changes(accounts)).toEqual(['new supplier_invoice  59.00'])
  })
})

test('an entry that moves to another day is taken back on the day it was given with', async () => {
  await inBooks(async ({ accounts, server }) => {
    await accounts.run(give(1))
    await accounts.run(`update public.supplier_invoices set invoice_date = ${today} - 1 where id = '${bill}'`)
    await server.run(
      `update public.supplier_invoices set booked_on = ${today} - 1 where id = '${bill}' and booked_on <> ${today} - 1`,
    )
    expect(await changes(accounts)).toEqual(['gone supplier_invoice 59.00 '])
    expect(await changes(accounts, 'csv', `${today} - 1`, `${today} - 1`)).toEqual(['new supplier_invoice  59.00'])
    expect(await changes(accounts, 'csv', `${today} - 1`)).toEqual(['changed supplier_invoice 59.00 59.00'])
    await accounts.run(give(2, 'csv', `${today} - 1`))
    expect(await server.rows(unlike('csv', `${today} - 1`, today))).toEqual([])
  })
})

test('everything once more replaces what was given before, and other formats are counted apart', async () => {
  await inBooks(async ({ accounts, server }) => {
    await accounts.run(give(1))
    expect(await state(accounts, 'xlsx')).toMatchObject({ given: 0, new: 3, others: [{ format: 'csv' }] })
    await accounts.run(give(2, 'csv', today, today, true))
    expect(await given(accounts, 2)).toEqual(await given(accounts, 1))
    expect(await state(accounts)).toMatchObject({ entries: 3, given: 3, new: 0 })
    expect(await server.rows(unlike('csv', today, today))).toEqual([])
    await accounts.run(give(3, 'xlsx'))
    expect(await server.rows(unlike('xlsx', today, today))).toEqual([])
  })
})

test('the same call hands over once, another one under its id is refused, and nothing of it changes', async () => {
  await inBooks(async ({ accounts, server, refusal }) => {
    await accounts.run(give(1))
    await accounts.run(give(1))
    expect(await accounts.value(`select count(*)::int from public.hand_overs`)).toBe(1)
    expect(await refusal('accounts', give(1, 'xlsx'))).toContain('was for something else')
    for (const sql of [
      `update public.hand_overs set is_whole = true`,
      `delete from public.hand_over_entries`,
      `update public.hand_over_entries set lines = '[]'`,
    ]) {
      expect(await refusal('server', sql), sql).not.toBe('done')
      expect(await refusal('accounts', sql), sql).toContain('permission denied')
    }
    expect(
      await refusal('accounts', `select public.make_hand_over('${handOver(9)}', 'lotus', ${today}, ${today})`),
    ).toContain('one of the formats')
    for (const who of ['workshop', 'sales', 'client'] as const)
      expect(await refusal(who, give(8)), who).toMatch(/You may not|permission/)
    expect(await server.value(`select count(*)::int from public.hand_overs`)).toBe(1)
  })
})

test('a hand-over reads the journal once, and asks of no paper without reverse charge whose it is', async () => {
  await inBooks(async ({ accounts, server }) => {
    const reads = async (number: number, whole: boolean) => {
      const calls = () =>
        server.value<number>(
          `select coalesce(sum(calls), 0)::int from pg_stat_xact_user_functions where funcname in ('journal_lines', 'is_reverse_at_home')`,
        )
      const before = await calls()
      await accounts.run(give(number, 'csv', today, today, whole))
      return (await calls()) - before
    }
    await server.run(`set local track_functions = 'all'`)
    expect(await reads(1, false)).toBe(1)
    await accounts.run(`select public.record_payment('${row.business}', 18, 'cash')`)
    expect(await reads(2, false)).toBe(1)
    expect(await reads(3, true)).toBe(1)
  })
})

describe('DATEV', () => {
  const settings = `update public.hand_over_settings set consultant_number = 29098, client_number = 55003`

  test('asks for what is missing, and takes no days of two years', async () => {
    await inBooks(async ({ accounts, refusal }) => {
      const missing = () =>
        accounts
          .rows<{ what: string; name: string | null }>(
            `select what, name from public.hand_over_missing('datev', ${today}, ${today})`,
          )
          .then((lines) => lines.map(({ what, name }) => [what, name].filter(Boolean).join(' ')))
      expect(await missing()).toEqual(['consultant_number', 'client_number'])
      expect(await refusal('accounts', give(1, 'datev'))).toContain('Something is missing')
      await accounts.run(settings)
      expect(await missing()).toEqual([])
      await accounts.run(`update public.ledger_accounts set code = '40-00' where code = '4000'`)
      await accounts.run(`update public.ledger_accounts set code = '22000' where code = '2200'`)
      expect(await missing()).toEqual(['account_code 22000 VAT on sales', 'account_code 40-00 Sales'])
      expect(await refusal('accounts', give(1, 'datev'))).toContain('Something is missing')
      expect(await refusal('accounts', give(1, 'datev', `'2025-12-31'`, `'2026-01-01'`))).toContain(
        'of one financial year',
      )
      // The financial year of the company is what counts, here and in the trial balance.
      await accounts.run(`update public.hand_over_settings set first_month = 4`)
      for (const [from, to, said] of [
        ['2025-12-31', '2026-03-31', 'Nothing is new'],
        ['2026-03-31', '2026-04-01', 'of one financial year'],
      ])
        expect(await refusal('accounts', give(1, 'datev', `'${from}'`, `'${to}'`)), from).toContain(said)
      await accounts.run(`update public.hand_over_settings set first_month = extract(month from ${today} + 35)`)
      const next = `(date_trunc('month', ${today} + 35))::date`
      const sales = (day: string) =>
        accounts.value(
          `select sum(opening::numeric) <> 0 from public.trial_balance(${day}, ${day}) where kind = 'income'`,
        )
      expect([await sales(`${next} - 1`), await sales(next)]).toEqual([true, null])
    })
  })

  test('numbers clients and suppliers once, and keeps the numbers of the accountant', async () => {
    await inBooks(async ({ accounts, refusal }) => {
      await accounts.run(settings)
      await accounts.run(
        `insert into public.personal_accounts (contact_id, side, number) values ('${row.business}', 'clients', 12345)`,
      )
      await accounts.run(give(1, 'datev'))
      expect(await accounts.rows(`select side, number from public.personal_accounts order by number`)).toEqual([
        { side: 'clients', number: 12345 },
        { side: 'suppliers', number: 70000 },
      ])
      expect(
        await accounts.rows(`select distinct l ->> 'code' as code, l ->> 'personal' as personal from public.hand_over_entries e
          cross join jsonb_array_elements(e.lines) as l where l ? 'personal' order by 1`),
      ).toEqual([
        { code: '1100', personal: '12345' },
        { code: '2100', personal: '70000' },
      ])
      expect(
        await accounts.value(`select facts - 'company' from public.hand_overs where id = '${handOver(1)}'`),
      ).toEqual({
        currency: 'EUR',
        consultant_number: 29098,
        client_number: 55003,
        account_length: 4,
        year_from: expect.stringMatching(/^\d{4}-01-01$/),
        automatic_accounts: ['1711', '1718', '3125', '3425', '3731', '3736', '8300', '8400', '8640', '8731', '8736'],
      })
      for (const wrong of [
        `('${row.business}', 'suppliers', 12346)`,
        `('${row.clientContact}', 'clients', 70001)`,
        `('${row.clientContact}', 'clients', 12345)`,
      ])
        expect(
          await refusal('accounts', `insert into public.personal_accounts (contact_id, side, number) values ${wrong}`),
          wrong,
        ).not.toBe('done')
      await accounts.run(`update public.hand_over_settings set account_length = 5`)
      expect(
        await accounts.value(`select string_agg(what, ' ') from public.hand_over_missing('datev', ${today}, ${today})`),
      ).toBe('personal_account personal_account')
    })
  })
})

test('a closed day that was handed over stays as it was given', async () => {
  await inBooks(async ({ accounts, server, refusal }) => {
    await accounts.run(`update public.supplier_invoices set invoice_date = ${today} - 1 where id = '${bill}'`)
    await server.run(
      `update public.supplier_invoices set booked_on = ${today} - 1 where id = '${bill}' and booked_on <> ${today} - 1`,
    )
    await accounts.run(give(1, 'csv', `${today} - 1`, `${today} - 1`))
    await accounts.run(`select public.close_books(${today} - 1)`)
    await accounts.run(give(2, 'csv', `${today} - 1`, `${today} - 1`, true))
    expect(await accounts.rows(`select is_closed from public.hand_over_list()`)).toEqual([
      { is_closed: true },
      { is_closed: false },
    ])
    for (const sql of [
      `update public.supplier_invoices set status = 'disputed', dispute_reason = 'Too dear' where id = '${bill}'`,
      `update public.supplier_invoice_items set cost_account_id = (select id from public.cost_accounts where code = '5000') where supplier_invoice_id = '${bill}'`,
      `update public.ledger_accounts set code = '2101' where code = '2100'`,
    ])
      expect(await refusal('accounts', sql), sql).toContain('closed')
    expect(await changes(accounts, 'csv', `${today} - 1`, `${today} - 1`)).toEqual([])
  })
})

const ledgers = Number(process.env['HAND_OVER_LEDGERS'] ?? (process.env['TEST_DATABASE_URL'] ? 12 : 4))
test(`of ${ledgers} generated ledgers, handed over as they grow, the sum of all hand-overs is the journal`, async () => {
  let made = 0
  let back = 0
  for (let place = 0; place < ledgers; place += 1)
    await undone(engine, async (tx: Queryable) => {
      for (let at = 0; at < 4; at += 1) {
        await tx.query(`select private.play_ledger('hand over ${place} ${at}', 8)`)
        // A quarter of the bills that are open is booked to another account, or disputed.
        await tx.query(
          `update public.supplier_invoices set status = 'disputed', dispute_reason = 'Too dear' where status = 'received' and md5(id::text || '${at}') < '4'`,
        )
        await tx.query(`update public.account_rules set account_id = (select id from public.ledger_accounts order by md5(id::text || '${at}') limit 1)
          where part = 'fees' or part = 'discounts' or (part in ('costs', 'sales') and ${at} = 2)`)
        const whole = (place + at) % 3 === 2
        const [all] = (
          await tx.query<{ first: string; last: string }>(
            `select (private.company_today() - 400)::text as first, (private.company_today() + 60)::text as last`,
          )
        ).rows
        const [first, last] = [`'${all?.first}'`, `'${all?.last}'`]
        const found = await tx.query<{ n: number; all: number }>(
          `select (select count(*)::int from private.hand_over_differences('csv', ${first}, ${last})) as n,
                  (select count(*)::int from private.journal_prints(${first}, ${last})) as all`,
        )
        if ((found.rows[0]?.n ?? 0) > 0 || (whole && (found.rows[0]?.all ?? 0) > 0)) {
          await tx.query(
            `select private.make_hand_over('${handOver(100 * place + at)}', 'csv', ${first}, ${last}, ${whole})`,
          )
          made += 1
        }
        const seed = { place, at }
        expect({ seed, off: (await tx.query(unlike('csv', first, last))).rows }).toEqual({ seed, off: [] })
        expect({
          seed,
          unbalanced: (
            await tx.query(`select e.id from public.hand_over_entries e
          where (select sum((l ->> 'amount')::numeric) from jsonb_array_elements(e.lines) as l) <> 0`)
          ).rows,
        }).toEqual({ seed, unbalanced: [] })
      }
      back +=
        (await tx.query<{ n: number }>(`select count(undoes_id)::int as n from public.hand_over_entries`)).rows[0]?.n ??
        0
    })
  expect(made).toBeGreaterThanOrEqual(ledgers * 3)
  expect(back).toBeGreaterThan(0)
}, 3_600_000)

type Booked = { day: string; account: string; cents: bigint }
const cents = (amount: string) => BigInt(amount.replace(/[.,]/, ''))

/** What a file says is booked, by the account that its format names. */
const readers: Readonly<Record<string, (file: Blob) => Promise<Booked[]>>> = {
  datev: async (file) => {
    const text = new TextDecoder('windows-1252').decode(await file.arrayBuffer())
    const [header, , ...rows] = datevCells(text)
    const of = (row: readonly string[], column: string) => row[datevColumns.indexOf(column)] ?? ''
    return rows.flatMap((row) => {
      const [at, amount] = [of(row, 'Belegdatum'), cents(of(row, 'Umsatz (ohne Soll/Haben-Kz)'))]
      const day = `${header?.[14]?.slice(0, 4)}-${at.slice(2)}-${at.slice(0, 2)}`
      return [
        { day, account: of(row, 'Konto'), cents: amount },
        { day, account: of(row, 'Gegenkonto (ohne BU-Schlüssel)'), cents: -amount },
      ]
    })
  },
  xero: async (file) => {
    const texts =
      file.type === 'application/zip'
        ? Object.values(unzipSync(new Uint8Array(await file.arrayBuffer()))).map((bytes) => strFromU8(bytes))
        : [await file.text()]
    return texts.flatMap((text) =>
      readCsv(text, ',')
        .rows.slice(1)
        .map(({ cells: [, date = '', , account = '', , amount = ''] }) => ({
          day: date.split('/').reverse().join('-'),
          account,
          cents: cents(amount),
        })),
    )
  },
  saft: async (file) => {
    const text = await file.text()
    return [...text.matchAll(/<Transaction>.*?<\/Transaction>/gs)].flatMap(([entry]) =>
      [...entry.matchAll(/<Line>.*?<\/Line>/gs)].map(([line]) => {
        const said = (name: string) => new RegExp(`<${name}>\\s*(?:<Amount>)?([^<\\s]*)`).exec(line)?.[1]
        const debit = said('DebitAmount')
        return {
          day: said('ValueDate') ?? '',
          account: said('AccountID') ?? '',
          cents: debit === undefined ? -cents(said('CreditAmount') ?? '') : cents(debit),
        }
      }),
    )
  },
  quickbooks: async (file) =>
    readCsv(await file.text(), ',')
      .rows.slice(1)
      .map(({ cells: [, date = '', account = '', debit = '', credit = ''] }) => ({
        day: date.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2'),
        account,
        cents: debit === '' ? -cents(credit) : cents(debit),
      })),
  csv: async (file) =>
    readCsv(await file.text(), ',')
      .rows.slice(1)
      .map(({ cells: [day = '', , , , , account = '', , debit = '', credit = ''] }) => ({
        day,
        account,
        cents: debit === '' ? -cents(credit) : cents(debit),
      })),
}
const accountIn: Readonly<Record<string, string>> = {
  datev: `coalesce((select p.number::text from public.personal_accounts p where p.contact_id = j.contact_id and p.side = j.part), j.code)`,
  quickbooks: 'j.account',
}

test('of generated ledgers the file of each format is the journal of the year to the cent', async () => {
  await undone(engine, async (tx: Queryable) => {
    const rows = async <Row extends Record<string, unknown>>(sql: string) => (await tx.query<Row>(sql)).rows
    for (let at = 0; at < 3; at += 1) await tx.query(`select private.play_ledger('file ${at}', 12)`)
    await tx.query(
      `update public.hand_over_settings set consultant_number = 29098, client_number = 55003, xero_tax_rate = 'Tax Exempt'`,
    )
    const [year] = await rows<{ year: string }>(`select to_char(private.company_today(), 'YYYY') as year`)
    const [from, to] = [`'${year?.year}-01-01'`, `'${year?.year}-12-31'`]
    for (const { name, load } of handOverFormats.filter((one) => one.name in readers)) {
      const id = handOver(1000 + Object.keys(readers).indexOf(name))
      await tx.query(`select private.make_hand_over('${id}', '${name}', ${from}, ${to})`)
      const [of] = await rows<Omit<HandOver, 'entries'>>(
        `select place::int, from_day::text as "from", to_day::text as "to", created_at::text as "madeAt", is_closed as "isClosed", facts
           from public.hand_overs where id = '${id}'`,
      )
      const kept = await rows<GivenEntry & { lines: { personal?: number }[] }>(
        `select entry_id, on_date::text, kind, number, party, words, undoes_id is not null as "takesBack", lines
           from public.hand_over_entries where hand_over_id = '${id}' order by id`,
      )
      const entries = kept.map((entry) => ({
        ...entry,
        lines: entry.lines.map((one) => ({ ...one, personal: one.personal ?? null })),
      }))
      if (of === undefined) throw new Error('no hand-over')
      const write = await load()
      const file = await write({
        ...of,
        entries: (async function* () {
          for (let first = 0; first < entries.length; first += 10) yield entries.slice(first, first + 10)
        })(),
      })
      const journal = await rows<{ day: string; account: string; amount: string }>(
        `select j.on_date::text as day, ${accountIn[name] ?? 'j.code'} as account, j.amount::numeric(14, 2)::text as amount
           from private.journal_lines(${from}, ${to}) as j`,
      )
      expect(journal.length).toBeGreaterThan(20)
      const said = await readers[name]?.(file)
      expect({ name, booked: sumsByAccount(said ?? []) }).toEqual({
        name,
        booked: sumsByAccount(journal.map(({ amount, ...one }) => ({ ...one, cents: cents(amount) }))),
      })
    }
  })
}, 600_000)
