import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { become, becomeOwner, undone } from './act.ts'
import { generatedCases } from './generated-cases.ts'
import { ledgerClients, ledgerPlay } from './ledger-play.ts'
import { seriesOf } from './nightly-seed.ts'
import type { Person } from './people.ts'
import { openOwnWorld } from './world.ts'

/**
 * Generated ledgers of several days whose books are closed as they go. What a closed day said (statements with their
 * ageing, open invoices, ledgers) it says for ever, whatever is booked later and whoever tries to change it.
 */
const ledgers = generatedCases('CLOSED_LEDGERS', { many: 2, few: 1 })
const tries = generatedCases('CLOSED_TRIES', { many: 150, few: 60 })
const series = seriesOf('closed')
const days = 9
const steps = 6

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
  await engine.exec(ledgerPlay)
})
afterAll(() => engine.close())

/** The clock of the company shows the day of the setting `test.today`. */
const ownClock = `create or replace function private.company_today() returns date language sql stable set search_path = ''
  as $$ select current_setting('test.today')::date $$`

const value = async <Value>(tx: Queryable, sql: string): Promise<Value> => {
  const [first] = (await tx.query<Record<string, Value>>(sql)).rows
  return Object.values(first ?? {})[0] as Value
}

/** The day so many days before the real one. */
const ago = (number: number) => `(now()::date - ${number})`
const turnTo = (tx: Queryable, day: string) => tx.query(`select set_config('test.today', ${day}::text, true)`)

/** What the books say as at a day: accounts with their ageing, open invoices, both ledgers. */
const picture = (tx: Queryable, day: string) =>
  value<Record<string, unknown>>(
    tx,
    `select jsonb_build_object(
      'statements', (select jsonb_object_agg(c, private.statement_of(c, ${day} - 30, ${day}) - 'company' - 'client') from unnest('{${ledgerClients.join(',')}}'::uuid[]) as c),
      'open', (select jsonb_agg(to_jsonb(o) order by o.number) from unnest('{${ledgerClients.join(',')}}'::uuid[]) as c, private.open_invoices(c, ${day}) as o),
      'sales', (select jsonb_agg(to_jsonb(l)) from private.ledger('sales', ${day} - 30, ${day}) as l),
      'journal', (select jsonb_agg(jsonb_build_array(j.on_date, j.kind, j.number, j.code, j.amount, j.vat_rate, j.vat_treatment)
        order by j.sort, j.number, j.entry_id, j.code, j.vat_rate, j.vat_treatment, j.amount) from private.journal_lines(${day}, ${day}) as j),
      'purchases', (select jsonb_agg(to_jsonb(b) order by b.number, b.place, b.base) from private.purchase_lines(${day} - 30, ${day}) as b))`,
  )

/** The ages that the list of clients shows now, beside those of a statement as at today. */
const agesNow = (tx: Queryable) =>
  value<unknown[]>(
    tx,
    `select coalesce(jsonb_agg(format('%s: now %s, as at today %s', c, shown, stated)), '[]') from (
       select c, array[a.balance, a.not_due, a.days_30, a.days_60, a.days_90, a.older]::numeric(14, 2)[]::text as shown,
              array[s.it ->> 'closing', s.it -> 'ageing' ->> 'not_due', s.it -> 'ageing' ->> 'days_30', s.it -> 'ageing' ->> 'days_60',
                s.it -> 'ageing' ->> 'days_90', s.it -> 'ageing' ->> 'older']::numeric(14, 2)[]::text as stated
         from unnest('{${ledgerClients.join(',')}}'::uuid[]) as c
         join private.client_ageing() as a on a.id = c
        cross join lateral (select private.statement_of(c, private.company_today() - 30, private.company_today()) as it) as s) as both_ways
      where shown <> stated`,
  )

/** The records of this day were made on it, and not all at one moment. */
async function stamp(tx: Queryable, day: string): Promise<void> {
  await tx.exec(`set local session_replication_role = replica`)
  for (const table of ['payments', 'payment_refunds', 'write_offs', 'cash_discounts', 'statements'])
    await tx.exec(
      `update public.${table} set created_at = ${day}::timestamp + interval '12 hours' where created_at = now()`,
    )
  await tx.exec(`set local session_replication_role = origin`)
}

/** Hands over what is new of all days up to this one, where anything is. */
const handOver = (tx: Queryable, last: string) =>
  tx.query(`select private.make_hand_over(gen_random_uuid(), 'csv', ${ago(days)}, ${last})
    where exists (select from private.hand_over_differences('csv', ${ago(days)}, ${last}))`)

/** What a hand-over of the days up to this one would hold. */
const unlikeGiven = (tx: Queryable, last: string) =>
  value<unknown[]>(
    tx,
    `select coalesce(jsonb_agg(to_jsonb(d)), '[]') from private.hand_over_differences('csv', ${ago(days)}, ${last}) as d`,
  )

/** Plays a ledger day by day. Every `gap` days the days before are closed and their pictures are taken. */
async function played(tx: Queryable, seed: string, gap: number) {
  await tx.exec(ownClock)
  const pictures = new Map<string, unknown>()
  let open: string[] = []
  for (let at = 0; at <= days; at += 1) {
    const day = ago(days - at)
    await turnTo(tx, day)
    if (at > 0 && at % gap === 0) {
      await tx.query(`select private.close_books(${day} - 1)`)
      for (const before of open) pictures.set(before, await picture(tx, before))
      open = []
      await handOver(tx, `${day} - 1`)
    }
    if (at === days) break
    const { wrong } = await value<{ wrong: string[] }>(tx, `select private.play_ledger('${seed} ${at}', ${steps})`)
    expect({ seed, at, wrong }).toEqual({ seed, at, wrong: [] })
    await stamp(tx, day)
    expect({ seed, at, ages: await agesNow(tx) }).toEqual({ seed, at, ages: [] })
    open.push(day)
  }
  return pictures
}

test(`of ${ledgers} ledgers each closed day says later what it said when it was closed, and on the day itself what the lists showed`, async () => {
  let seen = 0
  for (let place = 0; place < ledgers; place += 1)
    await undone(engine, async (tx) => {
      const seed = `${series} ${place}`
      const pictures = await played(tx, seed, 1 + (place % 3))
      for (const [day, shown] of pictures) {
        expect({ seed, day, said: await picture(tx, day) }).toEqual({ seed, day, said: shown })
        seen += 1
      }
      const [last = ''] = [...pictures.keys()].reverse()
      expect({ seed, unlike: await unlikeGiven(tx, last) }).toEqual({ seed, unlike: [] })
    })
  expect(seen).toBeGreaterThanOrEqual(ledgers * (days - 2))
}, 3_600_000)

const tables = [
  'invoices',
  'invoice_items',
  'invoice_vat',
  'credit_notes',
  'credit_note_items',
  'credit_note_vat',
  'credit_allocations',
  'payments',
  'payment_allocations',
  'payment_refunds',
  'write_offs',
  'cash_discounts',
  'cash_discount_vat',
  'supplier_invoices',
  'supplier_invoice_items',
  'supplier_payments',
  'supplier_discount_vat',
  'bank_entries',
  'bank_entry_payouts',
  'bank_bookings',
  'cash_counts',
  'book_entries',
  'book_entry_lines',
  'book_closings',
  'ledger_accounts',
  'account_rules',
  'cost_accounts',
] as const
const roles: readonly Person[] = [
  'visitor',
  'newcomer',
  'client',
  'team_member',
  'sales',
  'accounts',
  'accounts',
  'account_manager',
  'admin',
  'admin',
]

/** The calls that book, with records and days of the closed days. `id` finds a record, `n` is a number of cents. */
const calls: readonly ((id: (table: string) => string, day: string, n: number) => string)[] = [
  (_, day, n) => `public.record_payment('${ledgerClients[n % 3]}', ${n}.01, 'cash', ${day})`,
  (id, day, n) => `public.pay_supplier_invoice(${id('supplier_invoices')}, ${n}, 'bank', ${day})`,
  (_, day, n) =>
    `public.enter_supplier_invoice(gen_random_uuid(), jsonb_build_object('supplier_id', '${ledgerClients[2]}', 'supplier_number', 'T-' || gen_random_uuid(), 'invoice_date', ${day}, 'net', ${n}, 'vat', 0))`,
  (id) => `public.remove_allocation(${id('payment_allocations')})`,
  (id) => `public.allocate_payment(${id('payments')})`,
  (id, _, n) => `public.move_payment(${id('payments')}, '${ledgerClients[n % 3]}', null, 'Try')`,
  (id, _, n) => `public.refund_payment(${id('payments')}, ${n}, 'Try')`,
  (id) => `public.write_off_invoice(${id('invoices')}, 'Try', 0.01)`,
  (id) => `public.undo_write_off(${id('write_offs')}, 'Try')`,
  (id) => `public.give_cash_discount(${id('invoices')}, 0.01)`,
  (id) => `public.undo_cash_discount(${id('cash_discounts')})`,
  (id) => `public.issue_credit_note(public.make_credit_note(${id('invoices')}, 'Try'))`,
  (id) => `public.allocate_credit(${id('credit_notes')}, ${id('invoices')}, 0.01)`,
  (id) => `public.undo_bank_entry(${id('bank_entries')}, 'Try')`,
  (id) =>
    `public.undo_bank_import((select import_id from public.bank_entries where id = ${id('bank_entries')}), 'Try')`,
  (id, _, n) => `public.confirm_bank_entry(${id('bank_entries')}, '${ledgerClients[n % 3]}')`,
  (id) =>
    `public.confirm_bank_payout(${id('bank_entries')}, jsonb_build_object('kind', 'supplier', 'parts', jsonb_build_array(jsonb_build_object('invoice_id', ${id('supplier_invoices')}, 'amount', '1.00'))))`,
  (id) => `public.void_invoice(${id('invoices')}, 'Try')`,
  (id) => `public.void_credit_note(${id('credit_notes')})`,
  (id, day, n) =>
    `public.post_entry(gen_random_uuid(), ${day}, 'Try', jsonb_build_array(jsonb_build_object('account', ${id('ledger_accounts')}, 'debit', '${n}'), jsonb_build_object('account', ${id('cost_accounts')}, 'credit', '${n}')))`,
  (id, day) => `public.reverse_entry(${id('book_entries')}, 'Try', ${day})`,
  (id, day, n) => `public.book_cash(gen_random_uuid(), ${day}, 'out', ${n}, ${id('cost_accounts')}, 18, 'Try')`,
  (id) => `public.take_back_cash(${id('bank_bookings')}, 'Try')`,
  (id, day, n) => `public.count_cash(gen_random_uuid(), ${day}, ${n}, 'Try', ${id('cost_accounts')})`,
  (_, day) => `public.close_books(${day} - 2, 'everybody', null)`,
  () => `public.close_books(null, 'others', 'Try')`,
]

/** Numbers that follow from a seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * sides)
  }
}

test(`${tries} tries of every role to make, change, move or remove something of closed days change nothing that these days say`, async () => {
  await undone(engine, async (tx) => {
    const pictures = await played(tx, `${series} tries`, 2)
    await tx.query(`select private.close_books(private.company_today() - 1)`)
    const last = ago(1)
    pictures.set(last, await picture(tx, last))
    await handOver(tx, last)
    const columns = (
      await tx.query<{ table_name: string; column_name: string; data_type: string }>(
        `select table_name, column_name, data_type from information_schema.columns
          where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO' and column_name <> 'id'
            and table_name = any ('{${tables.join(',')}}') order by 1, 2`,
      )
    ).rows
    const roll = dice(7)
    const one = <Kind>(all: readonly Kind[]): Kind => all[roll(all.length)] as Kind
    const records = new Map<string, readonly string[]>()
    for (const table of tables)
      records.set(
        table,
        (
          await tx.query<{ place: string }>(
            `select ctid_text as place from (select to_jsonb(r) ->> 'id' as ctid_text from public.${table} r order by 1) as ids where ctid_text is not null`,
          )
        ).rows.map(({ place }) => place),
      )
    const id = (table: string) => {
      const of = records.get(table) ?? []
      return of.length > 0 ? `'${one(of)}'::uuid` : 'gen_random_uuid()'
    }
    const other = ({ table_name, column_name, data_type }: (typeof columns)[number]) =>
      /numeric|integer|bigint/.test(data_type)
        ? `${column_name} + 1`
        : data_type === 'date'
          ? `${column_name} - ${1 + roll(4)}`
          : data_type === 'boolean'
            ? `not ${column_name}`
            : `(select o.${column_name} from public.${table_name} o where o.${column_name} is distinct from r.${column_name} order by md5(o::text || '${roll(1000)}') limit 1)`
    const said: Record<string, number> = {}
    for (let at = 0; at < tries; at += 1) {
      const person = one(roles)
      const column = one(columns)
      const table = column.table_name
      const where = /_vat$/.test(table) ? `true` : `id = ${id(table)}`
      const kind = one(['update', 'update', 'insert', 'delete', 'call', 'call'] as const)
      const sql =
        kind === 'update'
          ? `update public.${table} as r set ${column.column_name} = ${other(column)} where ${where}`
          : kind === 'delete'
            ? `delete from public.${table} where ${where}`
            : kind === 'insert'
              ? `insert into public.${table} (${columns
                  .filter((one) => one.table_name === table)
                  .map((one) => one.column_name)
                  .join(', ')}) select ${columns
                  .filter((one) => one.table_name === table)
                  .map((one) => one.column_name)
                  .join(', ')} from public.${table} where ${where}`
              : `select ${one(calls)(id, ago(1 + roll(days - 1)), 1 + roll(50))}`
      await tx.exec('savepoint try')
      let answer = 'done'
      try {
        await become(tx, person)
        const { rows, affectedRows } = await tx.query(sql)
        if (kind !== 'call' && rows.length + (affectedRows ?? 0) === 0) answer = 'nothing'
        await becomeOwner(tx)
      } catch (error) {
        answer = String(error).includes('books are closed') ? 'closed' : 'refused'
        await tx.exec('rollback to savepoint try')
        await becomeOwner(tx)
      }
      said[`${kind} ${answer}`] = (said[`${kind} ${answer}`] ?? 0) + 1
      await tx.exec('release savepoint try')
      // The picture names the first try that changed something.
      if (answer === 'done' || at === tries - 1)
        expect({ at, person, sql, said: await picture(tx, last) }).toEqual({
          at,
          person,
          sql,
          said: pictures.get(last),
        })
    }
    for (const [day, shown] of pictures) expect({ day, said: await picture(tx, day) }).toEqual({ day, said: shown })
    expect(await unlikeGiven(tx, last)).toEqual([])
    if (process.env['CLOSED_TRIES']) process.stdout.write(`${JSON.stringify(said)}\n`)
    // Refusals of the right alone would prove nothing about closed days, and acts of today are taken.
    const answers = ['call closed', 'call done', 'update done', 'update refused', 'insert refused', 'delete refused']
    if (tries >= 200) expect(answers.filter((answer) => !said[answer])).toEqual([])
  })
}, 3_600_000)
