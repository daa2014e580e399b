import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone, worked } from './act.ts'
import { idOf, type Person } from './people.ts'
import { unplainWords } from './plain-words.ts'
import { openWorld, row } from './world.ts'

// Generated days of production: steps are started, stopped, finished, skipped and failed, pieces remade, material
// planned and taken, one timer paused for another and time corrected, in any order. A refusal must be one of the
// workshop's own, and after each event pieces, stock, costs and dates must add up.

const days = Number(process.env['PRODUCTION_DAYS'] ?? (process.env['TEST_DATABASE_URL'] ? 40 : 25))

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5c000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const sheet = key(1)
const film = key(2)
const service = key(3)
const first = key(4)

const acts = [
  'start',
  'pause',
  'finish',
  'skip',
  'move',
  'pass',
  'fail',
  'remake',
  'take',
  'return',
  'plan',
  'hold',
  'hand',
  'switch',
  'correct',
  'decide',
] as const
type Act = (typeof acts)[number]
const eventOf = fc.record({
  act: fc.constantFrom<Act>(
    ...acts,
    'finish',
    'finish',
    'finish',
    'pass',
    'pass',
    'pass',
    'remake',
    'move',
    'hand',
    'hand',
    'switch',
    'correct',
    'decide',
    'start',
    'start',
    'start',
    'switch',
    'switch',
    'correct',
    'correct',
    'decide',
  ),
  /** Which job, step, item and quantity it is about. */
  dice: fc.integer({ min: 0, max: 9999 }),
})
type Event = { act: Act; dice: number }
const dayOf = fc.record({
  setting: fc.constantFrom('asked', 'by_step', 'as_planned'),
  events: fc.array(eventOf, { minLength: 25, maxLength: 50 }),
})

const shop = (setting: string) => `
  update public.company_settings set time_zone = 'Europe/Malta', material_of_jobs = '${setting}';
  insert into public.services (id, slug, name) values ('${service}', 'day-panel', 'Panel');
  insert into public.job_step_templates (service_id, position, name, minutes_fixed, unit, before_approval, after_previous) values
    ('${service}', 'a0', 'Design', 5, 'piece', true, false), ('${service}', 'a1', 'Print', 20, 'piece', false, true),
    ('${service}', 'a2', 'Cut', 10, 'piece', false, true), ('${service}', 'a3', 'Letters', 10, 'piece', false, false);
  insert into public.inventory_items (id, sku, name, form, buy_unit, sell_unit, width_mm, length_mm) values
    ('${sheet}', 'DAY-1', 'Dibond', 'sheet', 'sheet', 'sheet', 1500, 3000), ('${film}', 'DAY-2', 'Film', 'piece', 'm2', 'm2', null, null);
  insert into public.inventory_item_costs (item_id, cost_price) values ('${sheet}', 40), ('${film}', 2.5);
  insert into public.stock_movements (item_id, reason, qty) values ('${sheet}', 'count', 9), ('${film}', 'count', 30);
  select private.create_job('${first}', 'Panel', '${row.clientContact}', '${service}', 10);
  select private.plan_material('${first}', '${sheet}', 3);
  select private.plan_material('${first}', '${film}', 7.5);`

/** True when the event succeeded. A refused one changes nothing. */
async function take(tx: Queryable, { act, dice }: Event): Promise<boolean> {
  const job = `(select id from public.jobs where service_id = '${service}' order by job_number offset ${dice} % (select count(*) from public.jobs where service_id = '${service}') limit 1)`
  const step = `(select id from public.job_steps where job_id = ${job} order by (status in ('done', 'skipped')), position limit 1)`
  const any = `(select id from public.job_steps where job_id = ${job} order by position offset ${dice} % 4 limit 1)`
  const item = dice % 2 ? sheet : film
  const answer = `(select jsonb_agg(jsonb_build_object('item_id', item_id, 'used', case ${dice} % 3 when 0 then qty_reserved when 1 then 0
    else least(qty_reserved + 1, 2) end)) from public.job_materials where job_id = ${job} and qty_reserved > 0)`
  const id = `gen_random_uuid()`
  const good = dice % 3 === 0 ? 'null' : String(dice % 7 === 0 ? 500 : 6 + (dice % 5))
  await becomeOwner(tx)
  const entry = `(select id from public.time_entries where user_id = '${idOf('team_member')}' and status = 'completed'
    order by created_at, id offset ${dice} % greatest((select count(*) from public.time_entries where user_id = '${idOf('team_member')}' and status = 'completed'), 1) limit 1)`
  const began = `clock_timestamp() - interval '${60 + (dice % 900)} minutes'`
  const stretch = `jsonb_build_array(jsonb_build_object('startTime', private.iso(${began}), 'endTime', private.iso(${began} + interval '${1 + (dice % 50)} minutes')))`
  const { rows: corrections } = await tx.query<{ sessions: string; waits: string | null }>(
    `select ${stretch}::text as sessions, (select id from public.time_corrections where status = 'requested' order by created_at limit 1) as waits`,
  )
  const { sessions = '[]', waits = null } = corrections[0] ?? {}
  const [made] = (await tx.query<{ short: string }>(`select private.pieces_short(${job})::text as short`)).rows
  const short = Number(made?.short ?? 0)
  const statements: Record<Act, string> = {
    start: `select public.start_step(${any})`,
    pause: `select public.pause_step(${any})`,
    finish: `select public.finish_step(${dice % 3 ? step : any}, ${good}, ${dice % 2 ? 0 : dice % 4}, ${dice % 7 === 0 ? answer : 'null'})`,
    skip: `select public.skip_step(${step}, ${dice % 4 ? `'Not needed'` : `' '`})`,
    hand: `select public.move_job(j.id, j.status, 'qc', (select jsonb_agg(jsonb_build_object('id', s.id, 'outcome', 'done', 'good', ${dice % 2 ? 8 : 'null'}))
      from public.job_steps s where s.job_id = j.id and s.status not in ('done', 'skipped'))) from public.jobs j where j.id = ${job}`,
    move: `select public.move_job(j.id, j.status, (array['new', 'artwork', 'approved', 'in_production', 'qc', 'ready'])[1 + ${dice} % 6]) from public.jobs j where j.id = ${job}`,
    pass: `select public.check_job(${id}, ${job}, 'pass', ${dice % 2 ? `'Enough'` : 'null'}, p_material => ${dice % 5 ? answer : 'null'},
      p_remake_qty => ${dice % 3 && short > 0 ? short : 'null'})`,
    fail: `select public.check_job(${id}, ${job}, 'fail', 'Rough', p_back_to => ${any}, p_failed => ${dice % 3 ? 1 + (dice % 5) : 'null'})`,
    remake: `select public.check_job(${id}, ${job}, 'fail', 'Torn', null, ${1 + (dice % 4)}, 'damage', ${dice % 2 ? any : 'null'}, p_material => ${answer})`,
    take: `select public.move_stock(${id}, '${item}', 'deduct', ${1 + (dice % 3)}, p_job_id => ${job})`,
    return: `select public.move_stock(${id}, '${item}', 'return', 1, p_job_id => ${job})`,
    plan: `select public.plan_material(${job}, '${item}', ${dice % 6})`,
    switch: `select public.start_step(${any}, true)`,
    correct: `select public.ask_time_correction(${id}, ${entry}, '${sessions}', 'Forgot it')`,
    decide: `select public.decide_time_correction('${waits ?? key(9)}', '${dice % 4 ? 'approved' : 'refused'}', 'So it was')`,
    hold: `select case when j.status = 'on_hold' then public.release_job(j.id) else public.hold_job(j.id, 'Waits') end from public.jobs j where j.id = ${job}`,
  }
  const person: Person = act === 'skip' || act === 'decide' ? 'account_manager' : 'team_member'
  await become(tx, person)
  const outcome = await attempt(tx, statements[act])
  await becomeOwner(tx)
  if (
    'refused' in outcome &&
    !['PT409', 'PT404', '22023'].includes(outcome.refused) &&
    !/active timer/.test(outcome.because)
  )
    throw new Error(`${outcome.refused}: ${outcome.because} ← ${statements[act]}`)
  return worked(outcome)
}

/** The rules that hold after every event; each row is a broken one. */
const broken = `
  select format('%s: %s there, the movements say %s', i.name, i.on_hand, told.qty) as what from public.inventory_items i,
    lateral (select coalesce(sum(m.qty), 0) as qty from public.stock_movements m where m.item_id = i.id) as told
   where i.id in ('${sheet}', '${film}') and (i.on_hand <> told.qty or i.on_hand < 0)
  union all
  select format('%s: %s kept, the jobs say %s', i.name, i.reserved, told.qty) from public.inventory_items i,
    lateral (select coalesce(sum(m.qty_reserved), 0) as qty from public.job_materials m where m.item_id = i.id) as told
   where i.id in ('${sheet}', '${film}') and (i.reserved <> told.qty or i.reserved > i.on_hand)
  union all
  select format('%s used %s, its movements say %s', j.job_number, m.qty_used, told.qty)
    from public.job_materials m join public.jobs j on j.id = m.job_id,
    lateral (select coalesce(-sum(s.qty), 0) as qty from public.stock_movements s where s.job_id = m.job_id and s.item_id = m.item_id) as told
   where j.service_id = '${service}' and (m.qty_used <> told.qty or m.qty_used < 0)
  union all
  select format('%s is %s with %s open or %s kept', j.job_number, j.status, open.steps, kept.qty) from public.jobs j,
    lateral (select count(*) as steps from public.job_steps s where s.job_id = j.id and s.status not in ('done', 'skipped')) as open,
    lateral (select coalesce(sum(m.qty_reserved), 0) as qty from public.job_materials m where m.job_id = j.id) as kept
   where j.service_id = '${service}' and (j.status in ('qc', 'ready') and open.steps > 0 or j.status = 'ready' and kept.qty > 0)
  union all
  select format('%s: more pieces come out of %s than went in', j.job_number, s.name) from public.job_steps s join public.jobs j on j.id = s.job_id,
    lateral private.pieces_into(s.id) as into_it
   where j.service_id = '${service}' and s.status = 'done' and not s.before_approval
     and (s.qty_kept + s.qty_good > j.qty or s.qty_good + s.qty_waste > into_it.pieces)
  union all
  select format('%s keeps %s of %s after its rounds %s', s.name, s.qty_kept, j.qty, s.rounds) from public.job_steps s join public.jobs j on j.id = s.job_id
   where j.service_id = '${service}' and (s.qty_kept > 0 and s.rounds = '[]' or s.qty_kept + coalesce((s.rounds -> -1 ->> 'failed')::numeric, 0) > j.qty)
  union all
  select format('%s is ready: %s of %s pieces and nobody said why', j.job_number, j.qty - private.pieces_short(j.id), j.qty) from public.jobs j
   where j.service_id = '${service}' and j.status = 'ready' and private.pieces_short(j.id) > 0
     and not exists (select from public.job_checks c where c.job_id = j.id and c.note is not null)
  union all
  select format('%s: material costs %s, the movements say %s', j.job_number, private.job_effort(j.id) ->> 'material', told.cost) from public.jobs j,
    lateral (select trunc(coalesce(sum(-m.qty * c.unit_cost), 0), 2) as cost from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = j.id) as told
   where j.service_id = '${service}' and (private.job_effort(j.id) ->> 'material')::numeric <> told.cost
  union all
  select format('made again costs %s, the remakes say %s', private.job_effort('${first}') #>> '{remakes,material}', told.cost) from (
    select trunc(coalesce(sum(-m.qty * c.unit_cost), 0), 2) as cost, count(distinct j.id) as jobs from public.jobs j
      left join public.stock_movements m on m.job_id = j.id left join public.stock_movement_costs c on c.movement_id = m.id
     where j.service_id = '${service}' and j.remake_of is not null) as told
   where told.jobs > 0 and ((private.job_effort('${first}') #>> '{remakes,material}')::numeric is distinct from told.cost
     or (private.job_effort('${first}') #>> '{remakes,jobs}')::int is distinct from told.jobs)
  union all
  select format('%s is %s and its dates say %s, %s', s.name, s.status, s.started_at, s.finished_at) from public.job_steps s join public.jobs j on j.id = s.job_id
   where j.service_id = '${service}' and (s.finished_at < s.started_at or (s.status = 'done') <> (s.finished_at is not null and s.status <> 'skipped'))
  union all
  select format('%s is %s and was finished %s', j.job_number, j.status, j.finished_at) from public.jobs j
   where j.service_id = '${service}' and (j.status = 'ready' and j.finished_at is null or j.status = 'in_production' and j.finished_at is not null)
  union all
  select format('%s is %s with %s timers', s.name, s.status, running.count) from public.job_steps s join public.jobs j on j.id = s.job_id,
    lateral (select count(*) from public.time_entries e where e.step_id = s.id and e.status = 'active') as running
   where j.service_id = '${service}' and (s.status = 'in_progress') <> (running.count > 0)
  union all
  select format('%s is %s while %s runs', j.job_number, j.status, s.name) from public.job_steps s join public.jobs j on j.id = s.job_id
   where j.service_id = '${service}' and s.status = 'in_progress' and (j.status = 'new' or j.status in ('artwork', 'awaiting_approval', 'approved') and not s.before_approval)
  union all
  select format('%s: labour counts %s steps without a timer, there are %s', j.job_number, private.job_effort(j.id) ->> 'untimed', told.steps) from public.jobs j,
    lateral (select count(*) as steps from public.job_steps s where s.job_id = j.id and case when s.rounds <> '[]' then private.minutes_without_timer(s) > 0
      else s.status = 'done' and s.planned_minutes > 0 and s.id not in (select e.step_id from public.time_entries e where e.job_id = j.id and e.step_id is not null) end) as told
   where j.service_id = '${service}' and (private.job_effort(j.id) ->> 'untimed')::int is distinct from told.steps
  union all
  select format('%s worked %s, its entries say %s', j.job_number, told.seconds, private.job_effort(j.id) ->> 'seconds') from public.jobs j,
    lateral (select coalesce(sum(private.seconds_of(e.total_duration)), 0) as seconds from public.time_entries e where e.job_id = j.id) as told
   where j.service_id = '${service}' and abs((private.job_effort(j.id) ->> 'seconds')::numeric - told.seconds) > 30
  union all
  select format('%s worked twice at once', a.user_email) from public.time_entries a cross join lateral jsonb_array_elements(a.sessions) with ordinality as one (s, nth),
    public.time_entries b cross join lateral jsonb_array_elements(b.sessions) with ordinality as other (s, nth)
   where a.user_id = b.user_id and (a.id, one.nth) < (b.id, other.nth) and one.s ->> 'endTime' is not null
     and (one.s ->> 'startTime') < coalesce(other.s ->> 'endTime', '9999') and (other.s ->> 'startTime') < (one.s ->> 'endTime')
  union all
  select format('a time entry was corrected by %s', e.corrected_by) from public.time_entries e
   where (e.corrected_by is not null) <> exists (select from public.time_corrections c where c.entry_id = e.id and c.status = 'approved')`

const happened = `
  select 'a job is ready' as what, count(*)::int as count from public.jobs where service_id = '${service}' and status = 'ready'
  union all select 'a remake', count(*)::int from public.jobs where service_id = '${service}' and remake_of is not null
  union all select 'a step skipped', count(*)::int from public.document_events where kind = 'job' and type = 'step_skipped'
  union all select 'a step done again', count(*)::int from public.job_checks where result = 'fail' and back_to is not null
  union all select 'material of a hand-over', count(*)::int from public.job_materials where settled_at is not null
  union all select 'a short job', count(*)::int from public.job_checks where reason = 'short'
  union all select 'time corrected', count(*)::int from public.time_corrections where status = 'approved'
  union all select 'one timer for another', count(*)::int from public.time_entries a join public.time_entries b on a.user_id = b.user_id and a.id <> b.id where a.sessions -> -1 ->> 'endTime' = b.sessions -> -1 ->> 'startTime'
  union all select 'material taken', count(*)::int from public.stock_movements where reason = 'deduct'`

test('after every event of a generated day pieces, stock, costs and dates add up', async () => {
  const reached: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(dayOf, async ({ setting, events }) => {
      await undone(engine, async (tx) => {
        await becomeOwner(tx)
        await tx.exec(shop(setting))
        for (const event of events) {
          if (!(await take(tx, event))) continue
          expect({ after: event, broken: (await tx.query(broken)).rows }).toEqual({ after: event, broken: [] })
        }
        expect(await unplainWords(tx)).toEqual([])
        const { rows } = await tx.query<{ what: string; count: number }>(happened)
        for (const { what, count } of rows) reached[what] = (reached[what] ?? 0) + count
      })
    }),
    { numRuns: days },
  )
  // A day on which everything is refused would prove nothing.
  expect(Object.entries(reached).filter(([, count]) => count === 0)).toEqual([])
}, 3_600_000)
