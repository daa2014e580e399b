import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { generatedCases } from './generated-cases.ts'
import { ledgerPlay } from './ledger-play.ts'
import { seriesOf } from './nightly-seed.ts'
import { openOwnWorld } from './world.ts'

/** Generated ledgers of more than a year: profit and loss is what the trial balance says, for each year and each of its months. */
const ledgers = generatedCases('RESULT_LEDGERS', { many: 3, few: 1 })
const series = seriesOf('results')
/** How many months ago something happens: on the last day of one month or on the first of the next, where a day too many would tell. */
const stops = [13, 11, 8, 6, 4, 2, 1, 0]
const firstOf = (months: number) => `(date_trunc('month', now()) - interval '${months} months')::date`
const steps = 8

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
  await engine.exec(ledgerPlay)
})
afterAll(() => engine.close())

/** The seed of what happens at a stop: that of the ledger and the first number that leaves its business in the currency that it has. */
function seedAt(ledger: string, stop: number): string {
  const isForeign = (seed: string) => createHash('md5').update(`${seed} currency`).digest('hex') < '6'
  for (let number = 0; ; number += 1) {
    const seed = `${ledger} ${stop} ${number}`
    if (isForeign(seed) === isForeign(ledger)) return seed
  }
}

/** The clock of the company shows the day of the setting `test.today`. */
const ownClock = `create or replace function private.company_today() returns date language sql stable set search_path = ''
  as $$ select current_setting('test.today')::date $$`

const rows = async <Row>(tx: Queryable, sql: string): Promise<Row[]> => (await tx.query<Row>(sql)).rows

/** What each account earned or cost between two days by the trial balance: it is above zero for debits. */
const balanceOf = (from: string, to: string) => `
  select b.account_id, (b.debit::numeric - b.credit::numeric) * case b.kind when 'income' then -1 else 1 end as amount
    from private.trial_balance(${from}, ${to}) as b where b.kind in ('income', 'cost')`

/** Where profit and loss of the financial year of a day differs from the trial balance, for the year and for each month. */
const differences = (day: string) => `
  with year as (select private.year_begins(${day}) as first, (private.year_begins(${day}) + interval '1 year')::date - 1 as last),
  said as materialized (select p.* from year y, private.profit_and_loss(y.first, y.last) as p),
  months as (select m::date as first, (m + interval '1 month')::date - 1 as last from year y, generate_series(y.first, y.last, '1 month') as m),
  both_ways as (
    select 'year' as span, t.account_id, (select coalesce(sum(s.amount::numeric), 0) from said s where s.account_id = t.account_id) as said, t.amount as balance
      from year y cross join lateral (${balanceOf('y.first', 'y.last')}) as t
    union all
    select to_char(m.first, 'YYYY-MM'), t.account_id,
           (select coalesce(sum(s.amount::numeric), 0) from said s where s.account_id = t.account_id and s.month = to_char(m.first, 'YYYY-MM')), t.amount
      from months m cross join lateral (${balanceOf('m.first', 'm.last')}) as t
    union all
    -- A month alone says what it says in its year.
    select to_char(m.first, 'YYYY-MM') || ' alone', null, coalesce((select sum(p.amount::numeric) from private.profit_and_loss(m.first, m.last) as p), 0),
           coalesce((select sum(s.amount::numeric) from said s where s.month = to_char(m.first, 'YYYY-MM')), 0)
      from months m
    union all
    -- No account and no month is said that the trial balance does not have.
    select 'all', null, coalesce((select sum(abs(s.amount::numeric)) from said s), 0),
           coalesce((select sum(abs(t.amount)) from months m cross join lateral (${balanceOf('m.first', 'm.last')}) as t), 0)
    union all
    -- The result of the year is what its accounts leave on the other side, and what the next year begins with beside earlier ones.
    select 'result', null, coalesce((select sum(case s.kind when 'income' then s.amount::numeric else -s.amount::numeric end) from said s), 0),
           coalesce((select sum(b.closing::numeric) from year y, private.trial_balance(y.first, y.last) as b
                      where b.kind in ('asset', 'liability', 'equity')), 0)
    union all
    select 'carried', null, coalesce((select sum(case s.kind when 'income' then s.amount::numeric else -s.amount::numeric end) from said s), 0),
           coalesce((select -sum(b.opening::numeric) from year y, private.trial_balance(y.last + 1, y.last + 1) as b where b.account_id is null), 0)
             - coalesce((select -sum(b.opening::numeric) from year y, private.trial_balance(y.first, y.last) as b where b.account_id is null), 0)
  )
  select span, account_id, said::text, balance::text from both_ways where said <> balance order by 1, 2`

test(`of ${ledgers} generated ledgers profit and loss is the trial balance, for two years and each of their months`, async () => {
  const seen = new Set<string>()
  for (let place = 0; place < ledgers; place += 1)
    await undone(engine, async (tx) => {
      const seed = `${series} ${place}`
      await tx.exec(ownClock)
      await tx.query(`update public.hand_over_settings set first_month = ${1 + ((place * 5) % 12)}`)
      for (const stop of stops) {
        await tx.query(
          `select set_config('test.today', (${firstOf(stop)} - ${place % 2 === stop % 2 ? 1 : 0})::text, true)`,
        )
        await tx.query(`select private.play_ledger('${seedAt(seed, stop)}', ${steps})`)
      }
      for (const day of [firstOf(13), 'now()::date'])
        expect({ seed, day, differ: await rows(tx, differences(day)) }).toEqual({ seed, day, differ: [] })
      const said = await rows<{ kind: string; month: string }>(
        tx,
        `select p.kind, p.month from private.profit_and_loss(${firstOf(14)}, now()::date) as p`,
      )
      for (const { kind, month } of said) seen.add(`${kind} ${month}`)
    })
  // Otherwise the ledgers prove nothing.
  expect(seen.size).toBeGreaterThanOrEqual(4)
}, 3_600_000)
