import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bicProblem, ibanProblem } from '../../src/shared/domain/money/iban.ts'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const own = 'DE89370400440532013000'
const theirs = 'MT84MALT011000012345MTLCAST001S'
const other = 'FR1420041010050500013M02606'
const run = 'e9000000-0000-4000-a000-000000000001'
/** The day of the company, which people may not ask the schema private for. */
const today = `(now() at time zone 'Europe/Malta')::date`
const invoice = (n: number) => `e1000000-0000-4000-a000-00000000000${n}`

type Refused = (trying: () => Promise<unknown>, words: string) => Promise<void>

/** Two approved invoices of a supplier with a known account: 118.00, and 236.00 with 2 % early-payment discount. */
const withInvoices = (work: (trade: Trade, refused: Refused) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await tx.exec(`
      update public.company_settings set iban = '${own}', bic = null;
      insert into public.contact_bank_accounts (contact_id, holder, iban, is_default) values ('${row.business}', 'Sheets', '${theirs}', true);
      insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat, discount_pct, discount_until)
        values ('${invoice(1)}', '${row.business}', 'A-1', private.company_today() - 20, private.company_today(), 100, 18, null, null),
          ('${invoice(2)}', '${row.business}', 'A-2', private.company_today() - 5, private.company_today() + 60, 200, 36, 2, private.company_today() + 3);
      update public.supplier_invoices set status = 'approved'`)
    await work(trade, async (trying, words) => {
      await tx.exec('savepoint before')
      await expect(trying()).rejects.toThrow(words)
      await tx.exec('rollback to savepoint before')
    })
  })

const prepare = (by: Worker, numbers = [1, 2], id = run) =>
  by.run(
    `select public.prepare_payment_run('${id}', ${today}, array[${numbers.map((n) => `'${invoice(n)}'`).join(', ')}]::uuid[])`,
  )
const approve = (by: Worker) =>
  by.run(
    `select public.approve_payment_run('${run}', (select row_version from public.payment_runs where id = '${run}'))`,
  )
const status = ({ server }: Trade) => server.value<string>(`select status from public.payment_runs where id = '${run}'`)

describe('a report of the bank (pain.002)', () => {
  const report = (payments: readonly { end_to_end_id: string; answer: string; reason?: string }[], id?: string) =>
    `select public.report_payment_run('${run}', jsonb_build_object('message_id', ${id ? `'${id}'` : `(select message_id from public.payment_runs where id = '${run}')`},
      'payments', '${JSON.stringify(payments)}'::jsonb))`
  const items = ({ server }: Trade) =>
    server.rows(`select i.status, i.failure, i.accepted_at is not null as accepted, v.status as bill from public.payment_run_items i
      join public.supplier_invoices v on v.id = i.supplier_invoice_id where i.payment_run_id = '${run}' order by i.end_to_end_id`)
  const exported = async ({ accounts, as, server }: Trade) => {
    await prepare(accounts)
    await approve(as('admin'))
    await accounts.run(`select public.export_payment_run('${run}')`)
    const ids = await server.rows<{ id: string }>(
      `select end_to_end_id as id from public.payment_run_items where payment_run_id = '${run}' order by 1`,
    )
    return ids.map(({ id }) => id) as [string, string]
  }

  test('keeps what is accepted, and gives the bill of a rejected payment back, once', async () => {
    await withInvoices(async (trade, refused) => {
      const { accounts, sales } = trade
      const [first, second] = await exported(trade)
      const told = [
        { end_to_end_id: first, answer: 'accepted' },
        { end_to_end_id: second, answer: 'rejected', reason: 'AC04, the account is closed' },
      ]
      await refused(() => sales.run(report(told)), 'You may not')
      await refused(() => accounts.run(report(told, 'PR-9-X')), 'This report is of another file: its id is PR-9-X')
      await refused(
        () => accounts.run(report([{ end_to_end_id: 'PR-9-001', answer: 'accepted' }])),
        'This report names PR-9-001',
      )
      await refused(() => accounts.run(report([{ end_to_end_id: first, answer: 'perhaps' }])), 'cannot be read')
      await refused(() => accounts.run(report([{ end_to_end_id: first, answer: 'rejected' }])), 'cannot be read')
      expect(await accounts.value(report(told))).toEqual({ accepted: 1, rejected: 1 })
      expect(await accounts.value(report(told))).toEqual({ accepted: 0, rejected: 0 })
      expect(await items(trade)).toEqual([
        { status: 'open', failure: null, accepted: true, bill: 'scheduled' },
        { status: 'failed', failure: 'AC04, the account is closed', accepted: false, bill: 'approved' },
      ])
      expect(await status(trade)).toBe('exported')
      await refused(
        () =>
          accounts.run(`select public.settle_payment_run('${run}', ${today}, jsonb_build_array(jsonb_build_object('reason', 'No', 'id',
            (select id from public.payment_run_items where end_to_end_id = '${first}'))))`),
        'No payment of this run arrived',
      )
      await accounts.run(`select public.settle_payment_run('${run}', ${today})`)
      await refused(
        () => accounts.run(report([{ end_to_end_id: first, answer: 'rejected', reason: 'AC01' }])),
        'The bank statement shows that the payment to Sheets arrived',
      )
    })
  })

  test('that rejects every payment cancels the run, and the bills can go into another one', async () => {
    await withInvoices(async (trade) => {
      const ids = await exported(trade)
      await trade.accounts.run(
        report(ids.map((end_to_end_id) => ({ end_to_end_id, answer: 'rejected', reason: 'DUPL' }))),
      )
      expect(await status(trade)).toBe('cancelled')
      expect(await items(trade)).toEqual([
        { status: 'failed', failure: 'DUPL', accepted: false, bill: 'approved' },
        { status: 'failed', failure: 'DUPL', accepted: false, bill: 'approved' },
      ])
      await prepare(trade.accounts, [1, 2], 'e9000000-0000-4000-a000-000000000002')
    })
  })
})

describe('a payment run', () => {
  test('suggests what is due and what is cheaper now, and says what cannot be paid', async () => {
    await withInvoices(async ({ accounts, sales, server }, refused) => {
      await server.run(`insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, net, currency)
        values ('${invoice(3)}', '${row.business}', 'A-3', '2026-01-01', 10, 'GBP')`)
      await server.run(`update public.supplier_invoices set status = 'approved' where id = '${invoice(3)}'`)
      await refused(() => sales.run(`select public.payment_candidates(${today})`), 'You may not prepare')
      expect(
        await accounts.rows(
          `select supplier_number as number, amount, discount, is_suggested as suggested, why from public.payment_candidates(${today})`,
        ),
      ).toEqual([
        { number: 'A-1', amount: '118.00', discount: '0.00', suggested: true, why: null },
        { number: 'A-2', amount: '231.28', discount: '4.72', suggested: true, why: null },
        { number: 'A-3', amount: '10.00', discount: '0.00', suggested: false, why: 'It is in GBP: SEPA pays in euro.' },
      ])

      await server.run(`with file as (insert into public.bank_imports (file_name, format, content_hash, first_day, last_day, entries)
          values ('day.csv', 'csv', repeat('a', 64), ${today}, ${today}, 1) returning id)
        insert into public.bank_entries (import_id, position, entry_key, booked_on, direction, amount, remittance)
        select id, 1, repeat('b', 64), ${today}, 'out', 118, 'Invoice a1001' from file`)
      await server.run(`update public.supplier_invoices set supplier_number = 'A-1001' where id = '${invoice(1)}'`)
      const noted = () =>
        accounts.one(
          `select is_suggested as suggested, bank_note from public.payment_candidates(${today}) where supplier_number = 'A-1001'`,
        )
      expect(await noted()).toEqual({
        suggested: false,
        bank_note: expect.stringMatching(
          /^The bank paid €118\.00 on \d+ \w+ \d{4}, which seems to be this one: book that first\.$/,
        ) as string,
      })
      // The run shows it too, until it is exported.
      await prepare(accounts, [1])
      const ofRun = () => accounts.rows(`select bank_note from public.payment_run_notes('${run}')`)
      expect(await ofRun()).toEqual([
        {
          bank_note: expect.stringMatching(
            /^The bank paid €118\.00 on \d+ \w+ \d{4}, which seems to be this one\. Take the payment out of this run, then book what the bank paid\.$/,
          ) as string,
        },
      ])
      await refused(() => sales.run(`select public.payment_run_notes('${run}')`), 'You may not see payment runs')
      await server.run(`update public.bank_entries set status = 'ignored', ignore_reason = 'Not ours'`)
      expect(await ofRun()).toEqual([])
      await accounts.run(`select public.cancel_payment_run('${run}', 'Look again')`)
      expect(await noted()).toMatchObject({ bank_note: null })
    })
  })

  test('is approved by a second person: the one who prepared it is refused', async () => {
    await withInvoices(async (trade, refused) => {
      const { accounts, as, sales, server } = trade
      await prepare(accounts)
      await prepare(accounts)
      expect(await server.one(`select payments, total::text from public.payment_runs`)).toEqual({
        payments: 2,
        total: '349.28',
      })
      await refused(() => approve(accounts), 'You prepared these payments: a second person approves them')
      await refused(() => approve(sales), 'You may not approve payments')
      await refused(() => approve(as('account_manager')), 'You may not approve payments')
      await refused(
        () => accounts.run(`select public.export_payment_run('${run}')`),
        'A second person approves these payments before they are exported',
      )
      await refused(
        () =>
          server.run(
            `update public.payment_runs set status = 'approved', approved_by = prepared_by where id = '${run}'`,
          ),
        'payment_runs_second_person_approves',
      )
      expect(
        await server.value(
          `select array_agg(user_id order by user_id) from public.notifications where metadata ->> 'record_id' = '${run}'`,
        ),
      ).toEqual([idOf('admin'), idOf('otherAdmin')])
      await approve(as('admin'))
      expect(await status(trade)).toBe('approved')
    })
  })

  test('is exported with the moment where the company is, and its offset', async () => {
    await withInvoices(async ({ accounts, as, server }) => {
      await prepare(accounts, [1])
      await approve(as('admin'))
      const first = await accounts.value<{ created_at: string }>(`select public.export_payment_run('${run}')`)
      expect(first.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
      const moments = `array[private.local_moment('2026-11-24 22:40:05Z'), private.local_moment('2026-07-01 22:40:05Z')]`
      expect(await server.value(`select ${moments}`)).toEqual([
        '2026-11-24T23:40:05+01:00',
        '2026-07-02T00:40:05+02:00',
      ])
      await server.run(`update public.company_settings set time_zone = 'America/St_Johns'`)
      expect(await server.value(`select private.local_moment('2026-11-24 22:40:05Z')`)).toBe(
        '2026-11-24T19:10:05-03:30',
      )
    })
  })

  test.each(['approved', 'cancelled'])('asks nobody for an approval any more once it is %s', async (end) => {
    await withInvoices(async ({ accounts, as, server }) => {
      await prepare(accounts, [1])
      const asked = () =>
        server.rows(
          `select is_read from public.notifications where title like 'PR-%waits for your approval' group by is_read`,
        )
      expect(await asked()).toEqual([{ is_read: false }])
      if (end === 'approved') await approve(as('admin'))
      else await accounts.run(`select public.cancel_payment_run('${run}', 'Not now')`)
      expect(await asked()).toEqual([{ is_read: true }])
    })
  })

  test('holds an invoice once: it is in no other run, not paid by hand, and not disputed meanwhile', async () => {
    await withInvoices(async ({ accounts, server }, refused) => {
      await prepare(accounts, [1])
      await refused(() => prepare(accounts, [1], 'e9000000-0000-4000-a000-000000000002'), 'cannot be paid by this run')
      await refused(
        () =>
          server.run(`insert into public.payment_run_items (payment_run_id, supplier_invoice_id, supplier_id, amount, creditor, iban, reference, end_to_end_id)
            select payment_run_id, supplier_invoice_id, supplier_id, amount, creditor, iban, reference, 'another' from public.payment_run_items`),
        'payment_run_items_in_one_open_run',
      )
      await refused(
        () => accounts.run(`select public.pay_supplier_invoice('${invoice(1)}', 118, 'bank')`),
        'This invoice is in payment run PR-',
      )
      await refused(
        () => accounts.run(`update public.supplier_invoices set status = 'approved' where id = '${invoice(1)}'`),
        'This invoice is in payment run PR-',
      )
      await refused(() => accounts.run(`select public.cancel_payment_run('${run}', ' ')`), 'Please say why')
      await accounts.run(`select public.cancel_payment_run('${run}', 'The bank is closed')`)
      expect(
        await server.one(`select status, scheduled_for from public.supplier_invoices where id = '${invoice(1)}'`),
      ).toEqual({ status: 'approved', scheduled_for: null })
      await accounts.run(`select public.pay_supplier_invoice('${invoice(1)}', 118, 'bank')`)
    })
  })

  test('gives back what it does not pay: taken out, failed and cancelled are approved again, without a day', async () => {
    await withInvoices(async ({ accounts, server }) => {
      const state = (n: number) =>
        server.one(`select status, scheduled_for from public.supplier_invoices where id = '${invoice(n)}'`)
      const approved = { status: 'approved', scheduled_for: null }
      await prepare(accounts)
      expect(await state(1)).toMatchObject({ status: 'scheduled' })
      await accounts.run(
        `select public.remove_run_payment((select id from public.payment_run_items where supplier_invoice_id = '${invoice(1)}'))`,
      )
      expect(await state(1)).toEqual(approved)
      expect(await state(2)).toMatchObject({ status: 'scheduled' })
      await accounts.run(`select public.cancel_payment_run('${run}', 'The bank is closed')`)
      expect(await state(2)).toEqual(approved)
      // They are free for the next run.
      await prepare(accounts, [1, 2], 'e9000000-0000-4000-a000-000000000002')
    })
  })

  test('gives back only what it holds itself: an invoice that was taken out is in another run by then', async () => {
    await withInvoices(async ({ accounts, server }) => {
      await prepare(accounts, [1, 2])
      await accounts.run(
        `select public.remove_run_payment((select id from public.payment_run_items where supplier_invoice_id = '${invoice(1)}'))`,
      )
      await prepare(accounts, [1], 'e9000000-0000-4000-a000-000000000002')
      await accounts.run(`select public.cancel_payment_run('${run}', 'The bank is closed')`)
      expect(
        await server.rows(`select status from public.supplier_invoices
          where id in ('${invoice(1)}', '${invoice(2)}') order by id`),
      ).toEqual([{ status: 'scheduled' }, { status: 'approved' }])
    })
  })

  test('loses its approval when a bank account changes, until somebody decides and a second person approves', async () => {
    await withInvoices(async (trade, refused) => {
      const { accounts, as, server } = trade
      await prepare(accounts)
      await approve(as('admin'))
      await as('account_manager').run(
        `update public.contact_bank_accounts set iban = '${other}' where contact_id = '${row.business}'`,
      )
      expect(await status(trade)).toBe('prepared')
      expect(
        await server.rows(
          `select distinct iban, changed_iban, account_changed_at is not null as told from public.payment_run_items`,
        ),
      ).toEqual([{ iban: theirs, changed_iban: other, told: true }])
      await refused(() => approve(as('admin')), 'The bank account of Sheets changed after these payments were prepared')
      const items = await server.rows<{ id: string }>(`select id from public.payment_run_items order by end_to_end_id`)
      const decide = (by: Worker, iban: string) =>
        by.run(items.map(({ id }) => `select public.decide_run_account('${id}', '${iban}')`).join(' union all '))
      await refused(() => decide(accounts, own), 'The account changed once more')
      await decide(as('otherAdmin'), other)
      await refused(() => approve(as('otherAdmin')), 'You decided about a bank account of this run')
      await refused(() => approve(accounts), 'You prepared these payments')
      await approve(as('admin'))
      expect(await server.rows(`select distinct iban from public.payment_run_items`)).toEqual([{ iban: other }])
    })
  })

  test('pays its invoices but those that failed, with the discount, once', async () => {
    await withInvoices(async (trade, refused) => {
      const { accounts, as, server } = trade
      await prepare(accounts)
      await approve(as('admin'))
      const settle = (failed = '[]', day = today) =>
        accounts.run(`select public.settle_payment_run('${run}', ${day}, '${failed}')`)
      await refused(() => settle(), 'The file of this run was not exported yet')
      const file = `select public.export_payment_run('${run}') - 'debtor'`
      const first = await accounts.value(file)
      expect(await accounts.value(file)).toEqual(first)
      expect(Object(first)).toMatchObject({ total: '349.28', count: 2 })
      const failing = await server.value<string>(
        `select id from public.payment_run_items where supplier_invoice_id = '${invoice(1)}'`,
      )
      await refused(() => settle(`[{"id": "${failing}", "reason": " "}]`), 'Please say why each')
      await refused(() => settle('[]', `${today} + 1`), 'not after today')
      await settle(`[{"id": "${failing}", "reason": "Account closed"}]`)
      await settle()
      expect(
        await server.rows(
          `select supplier_number as number, status, paid::text, discount_taken::text as discount, open::text
             from public.supplier_invoices order by 1`,
        ),
      ).toEqual([
        { number: 'A-1', status: 'approved', paid: '0.00', discount: '0.00', open: '118.00' },
        { number: 'A-2', status: 'paid', paid: '231.28', discount: '4.72', open: '0.00' },
      ])
      expect(await server.value(`select sum(amount)::text from public.supplier_payments`)).toBe('231.28')
      await prepare(accounts, [1], 'e9000000-0000-4000-a000-000000000002')
      await refused(() => accounts.run(`select public.cancel_payment_run('${run}', 'No')`), 'This payment run is paid')
    })
  })
})

test('whoever decided about one account of a run does not approve it, though somebody else decided about another later', async () => {
  await withInvoices(async (trade, refused) => {
    const { accounts, as, server } = trade
    await prepare(accounts)
    await refused(
      () => as('admin').run(`update public.supplier_invoices set iban = '${other}'`),
      'This invoice is approved. Take its approval back first',
    )
    await refused(
      () => as('admin').run(`update public.supplier_invoices set status = 'received'`),
      'This invoice is in payment run PR-',
    )
    await as('admin').run(
      `update public.contact_bank_accounts set iban = '${other}' where contact_id = '${row.business}'`,
    )
    const items = await server.rows<{ id: string }>(`select id from public.payment_run_items order by end_to_end_id`)
    await as('admin').run(`select public.decide_run_account('${items[0]?.id}', '${other}')`)
    await accounts.run(`select public.decide_run_account('${items[1]?.id}', '${theirs}')`)
    await refused(() => approve(as('admin')), 'You decided about a bank account of this run')
    await approve(as('otherAdmin'))
    expect(await status(trade)).toBe('approved')
  })
})

test('T33: an account that a colleague just entered is new until it was paid to, and who entered it does not approve the run', async () => {
  await withInvoices(async (trade, refused) => {
    const { accounts, as, server } = trade
    const known = () => server.rows(`select distinct iban, is_known_account as known from public.payment_run_items`)
    await as('admin').run(
      `update public.contact_bank_accounts set iban = '${other}' where contact_id = '${row.business}'`,
    )
    await prepare(accounts)
    expect(await known()).toEqual([{ iban: other, known: false }])
    await refused(() => approve(as('admin')), 'You entered the bank account of Sheets, and nothing was paid to it yet')
    expect(
      await server.value(
        `select array_agg(user_id order by user_id) from public.notifications where metadata ->> 'record_id' = '${run}'`,
      ),
    ).toEqual([idOf('otherAdmin')])
    await approve(as('otherAdmin'))
    await accounts.run(`select public.export_payment_run('${run}')`)
    await accounts.run(`select public.settle_payment_run('${run}', ${today})`)
    expect(
      await server.one(`select private.is_known_account('${row.business}', '${other}') as known,
        private.enterers_of_account('${row.business}', null, '${other}') as by`),
    ).toEqual({ known: true, by: [] })
  })
})

test('whoever entered an invoice with an account of its own does not approve its run', async () => {
  await withInvoices(async ({ accounts, as }, refused) => {
    await as('admin')
      .run(`insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, net, iban)
      values ('${invoice(4)}', '${row.business}', 'A-4', ${today}, 10, '${other}')`)
    await accounts.run(`update public.supplier_invoices set status = 'approved' where id = '${invoice(4)}'`)
    await prepare(accounts, [4])
    await refused(() => approve(as('admin')), 'You entered the bank account of Bakery Ltd')
    await approve(as('otherAdmin'))
  })
})

test('our own account is said at the bill and refused at the card, at a recurring payment and in a run, also in one of before', async () => {
  await withInvoices(async (trade, refused) => {
    const { accounts, as, server } = trade
    const spaced = 'de89 3704 0044 0532 0130 00'
    expect(await accounts.value(`select public.account_doubt('${row.business}', '${spaced}')`)).toMatch(
      /^This is your own account/,
    )
    await refused(
      () =>
        as('admin').run(
          `insert into public.contact_bank_accounts (contact_id, holder, iban) values ('${row.business}', 'Sheets', '${own}')`,
        ),
      'This is your own account',
    )
    await refused(
      () =>
        as('admin').run(`insert into public.recurring_payments (direction, contact_id, title, starts_on, amount, iban)
          values ('out', '${row.business}', 'Rent', ${today}, 500, '${own}')`),
      'This is your own account',
    )
    // A bill of before keeps it, and is not payable by a run.
    await server.run(`insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, iban)
      values ('${invoice(5)}', '${row.business}', 'A-5', ${today}, ${today}, 10, '${own}')`)
    await accounts.run(`update public.supplier_invoices set status = 'approved' where id = '${invoice(5)}'`)
    expect(
      await accounts.one(
        `select is_suggested as suggested, why from public.payment_candidates(${today}) where supplier_number = 'A-5'`,
      ),
    ).toEqual({ suggested: false, why: 'This is your own account: the money would go from you to you.' })
    await refused(() => prepare(accounts, [1, 5]), 'A-5 of Bakery Ltd cannot be paid by this run. This is your own')
    // A run that was prepared before is neither approved nor exported, and the new account is not chosen.
    await prepare(accounts, [1])
    await server.run(`update public.contact_bank_accounts set iban = '${own}' where contact_id = '${row.business}'`)
    const item = await server.value<string>(`select id from public.payment_run_items where payment_run_id = '${run}'`)
    await refused(
      () => accounts.run(`select public.decide_run_account('${item}', '${own}')`),
      'This is your own account',
    )
    await accounts.run(`select public.decide_run_account('${item}', '${theirs}')`)
    await as('admin').run(
      `update public.contact_bank_accounts set holder = 'Sheets' where contact_id = '${row.business}'`,
    )
    await server.run(`update public.payment_run_items set iban = '${own}'`)
    await refused(() => approve(as('otherAdmin')), 'goes to your own account')
    await server.run(`update public.payment_runs set status = 'approved', approved_by = '${idOf('otherAdmin')}'`)
    await refused(() => accounts.run(`select public.export_payment_run('${run}')`), 'goes to your own account')
    expect(await accounts.rows(`select bank_note from public.payment_run_notes('${run}')`)).toEqual([
      { bank_note: expect.stringMatching(/^This is your own account/) as string },
    ])
  })
})

test('IBAN and BIC are the same in SQL and TypeScript', async () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9A-Z]{${length}}$`))
  /** Right check digits in half of the cases, so that both answers occur. */
  const iban = fc
    .tuple(fc.constantFrom('MT', 'DE', 'FR', 'NO', 'XK', 'SA'), fc.integer({ min: 9, max: 32 }), fc.boolean())
    .chain(([country, length, isRight]) =>
      digits(length).map((rest) => {
        const number = [...`${rest}${country}00`].map((sign) => parseInt(sign, 36)).join('')
        const check = isRight ? 98n - (BigInt(number) % 97n) : 42n
        return `${country}${String(check).padStart(2, '0')}${rest}`
      }),
    )
  const cases = [
    ...fc.sample(iban, 300),
    ...['MT84MALT011000012345MTLCAST001S', 'DE89370400440532013000', 'NO9386011117947', 'XK051212012345678906'],
  ]
  const bics = [
    ...fc.sample(fc.stringMatching(/^[A-Z0-9]{7,12}$/), 200),
    ...['COBADEFF', 'COBADEFFXXX', 'DEMOMTMT', '1234DEFF', 'COBAD1FF'],
  ]
  const values = (list: string[]) =>
    `unnest(array[${list.map((one) => `'${one}'`).join(', ')}]) with ordinality as l (v, n)`
  const { rows: ibans } = await engine.query<{ ok: boolean }>(
    `select private.is_iban(v) as ok from ${values(cases)} order by n`,
  )
  const { rows: banks } = await engine.query<{ ok: boolean }>(
    `select private.is_bic(v) as ok from ${values(bics)} order by n`,
  )
  expect(ibans.map(({ ok }) => ok)).toEqual(cases.map((one) => ibanProblem(one) === null))
  expect(banks.map(({ ok }) => ok)).toEqual(bics.map((one) => bicProblem(one) === null))
  expect(new Set(ibans.map(({ ok }) => ok)).size).toBe(2)
})
