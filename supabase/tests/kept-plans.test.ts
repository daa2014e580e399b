import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

// PostgreSQL plans an SQL function that it cannot inline anew for each statement that calls it: called by another such function,
// for each row. PL/pgSQL keeps its plans for the session. 50 entries of a bank took 1.2 s on an idle machine, and 50 ms after.
test('what is asked for each entry of a bank statement plans nothing anew for each', async () => {
  const { rows } = await engine.query<{ name: string; calls: string }>(String.raw`
    with recursive functions as (
      select p.proname as name, p.prosrc as body, l.lanname = 'sql' and (p.prosecdef or p.proconfig is not null) as is_planned_anew
        from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'private'::regnamespace
    ), words as materialized (
      select distinct f.name, m[1]::name as calls, f.is_planned_anew
        from functions f, regexp_matches(f.body, 'private\.([a-z_]+)\(', 'g') as m where m[1] <> f.name
    ), calls as materialized (
      select w.name, w.calls, w.is_planned_anew and f.is_planned_anew as is_slow from words w join functions f on f.name = w.calls
    ), reached as (
      select 'bank_suggestions'::name as name union select c.calls from reached r join calls c on c.name = r.name
    )
    select c.name, c.calls from reached r join calls c on c.name = r.name where c.is_slow order by 1, 2`)
  expect(rows).toEqual([])
})

// Asked with a column of a row it is asked for each row. Of few rows that is nothing: lines of one paper, the company itself, announced transfers, papers that are due for the network, a class of an import, sheets of
// one calculation. `deposit_left` of all orders took 600 ms, and 20 ms after.
const ofFewRows = [
  'booking_facts',
  'boxes_of',
  'calculated_extent',
  'calculated_material',
  'charge_rule',
  'charged_qty',
  'chart_of',
  'contact_sort_name',
  // Of the charts that are shipped.
  'cost_chart_of',
  'credit_note_document',
  'creditable_rates',
  'get_payment_request',
  'hand_over_differences',
  'invoice_document',
  'mail_contacts_of',
  // Of the accounts that people named, when another chart is chosen.
  'meanings_of_chart',
  'order_rest',
  'order_text',
  'own_invoices',
  'product_facts',
  'total_of',
  'unit_of_pieces',
  'work_before',
]

test('what is asked for each row of a list plans nothing anew for each', async () => {
  const { rows } = await engine.query<{ name: string }>(String.raw`
    with functions as materialized (
      select p.proname as name, p.prosrc as body, l.lanname = 'sql' and (p.prosecdef or p.proconfig is not null) as is_planned_anew
        from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'private'::regnamespace
    ), asked as materialized (
      select distinct m[1]::name as name
        from functions f, regexp_matches(f.body,
          'private\.([a-z_]+)\((?:[^()]*[ ,(])?(?:(?!new\.|old\.)[a-z][a-z0-9]*\.[a-z_]+|[a-z]{1,2})[,)]', 'g') as m
    ), calls as materialized (
      select distinct f.name, m[1]::name as calls
        from functions f, regexp_matches(f.body, 'private\.([a-z_]+)\(', 'g') as m where f.is_planned_anew and m[1] <> f.name
    )
    select distinct a.name from asked a join calls c on c.name = a.name join functions g on g.name = c.calls and g.is_planned_anew
     order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(ofFewRows)
})
