import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Random } from '../../tests/faults/random.ts'
import type { Engine } from '../local/contracts.ts'
import { answersOf, isInWords, type Request, schedules } from './at-once.ts'
import { generatedCases } from './generated-cases.ts'
import type { Person } from './people.ts'
import { openOwnWorld, row } from './world.ts'

/**
 * Generated schedules of a workshop: people take the same stock, move the same card, tick the same parts, start and finish the
 * same steps, answer the same proof and load the same delivery. On PostgreSQL the requests of a schedule run at once, each on
 * its own connection; PGlite takes them one after the other, in the order of the seed.
 */
const cases = generatedCases('RACE_CASES', { many: 15, few: 5 })
const requests = 12
const pieces = 3

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
})
afterAll(() => engine.close())

const staff = ['team_member', 'colleague', 'account_manager', 'admin'] as const

/** The records of one schedule: no other one touches them. */
function recordsOf(place: number) {
  const key = (kind: number, number = 0) =>
    `5a${String(kind).padStart(2, '0')}0000-0000-4000-8000-${String(place * 100 + number).padStart(12, '0')}`
  return {
    key,
    item: key(1),
    job: key(2),
    steps: [key(3, 1), key(3, 2)] as const,
    panel: key(4),
    parts: [key(5, 1), key(5, 2)] as const,
    proofJob: key(6),
    mockup: key(7),
    order: key(8),
    line: key(9),
    delivery: key(10),
  }
}
type Records = ReturnType<typeof recordsOf>

const arranged = (of: Records, place: number) => `
  delete from public.time_entries where step_id is not null;
  insert into public.inventory_items (id, sku, name, form) values ('${of.item}', 'RACE-${place}', 'Power supply', 'piece');
  insert into public.stock_movements (item_id, reason, qty) values ('${of.item}', 'count', ${pieces});
  insert into public.jobs (id, job_number, title, contact_id, status) values
    ('${of.job}', 'RACE-${place}', 'Fascia', '${row.clientContact}', 'approved');
  insert into public.job_steps (id, job_id, position, name, depends_on) values
    ('${of.steps[0]}', '${of.job}', 'a0', 'Print', '{}'), ('${of.steps[1]}', '${of.job}', 'a1', 'Mount', '{${of.steps[0]}}');
  insert into public.panels (id, job_id, panel_no, kind, title, width_mm, height_mm) values ('${of.panel}', '${of.job}', 1, 'tray', 'Tray', 900, 500);
  insert into public.panel_parts (id, panel_id, position, name, needs_cut) values
    ('${of.parts[0]}', '${of.panel}', 1, 'Face', true), ('${of.parts[1]}', '${of.panel}', 2, 'Rail', false);
  insert into public.jobs (id, job_number, title, quotation_id, mockup_required) values
    ('${of.proofJob}', 'RACE-${place}-P', 'Lightbox', '${row.clientQuotation}', true);
  insert into public.mockups (id, job_id, version, status, file_name, files, file_hash, page_count, checklist, sent_at) values
    ('${of.mockup}', '${of.proofJob}', 1, 'sent', 'box.pdf', '[]', '${'a'.repeat(64)}', 1, '[]', now());
  insert into public.orders (id, order_number, contact_id) values ('${of.order}', 'RACE-${place}', '${row.clientContact}');
  insert into public.order_items (id, order_id, position, description, qty, unit_price, vat_rate) values ('${of.line}', '${of.order}', 'a0', 'Sign', 2, 50, 18);
  select private.plan_delivery('${of.order}', '[{"order_item_id": "${of.line}", "qty": "1"}]', p_id => '${of.delivery}');`

/** One request, by the seed. Ids that a caller chooses are its own, so that only the records are fought for. */
function drawn(random: Random, of: Records, place: number): Request {
  const person: Person = random.pick(staff)
  const own = of.key(20, place)
  const step = random.pick(of.steps)
  const part = random.pick(of.parts)
  const stages = ['approved', 'in_production', 'qc', 'ready']
  const answer = random.pick(['approved', 'rejected', 'revision_requested'])
  return random.pick<() => Request>([
    () => ({
      act: 'take',
      person,
      sql: `select public.move_stock('${own}', '${of.item}', 'deduct', ${random.between(1, 2)})`,
    }),
    () => ({
      act: 'take',
      person,
      sql: `select public.move_stock('${own}', '${of.item}', 'deduct', 1, p_job_id => '${of.job}')`,
    }),
    () => ({
      act: 'plan',
      person,
      sql: `select public.plan_material('${of.job}', '${of.item}', ${random.between(1, 3)})`,
    }),
    () => ({
      act: 'move',
      person,
      sql: `select public.move_job('${of.job}', '${random.pick(stages)}', '${random.pick(stages)}')`,
    }),
    () => ({ act: 'start', person, sql: `select public.start_step('${step}')` }),
    () => ({ act: 'start', person, sql: `select public.start_step('${of.steps[0]}')` }),
    () => ({ act: 'pause', person, sql: `select public.pause_step('${step}')` }),
    () => ({ act: 'finish', person, sql: `select public.finish_step('${step}', 1, 0)` }),
    () => ({ act: 'tick', person, sql: `select public.tick_part('${part}', '${random.pick(['cut', 'fitted'])}')` }),
    () => ({ act: 'tick', person, sql: `select public.tick_part('${part}', 'fitted')` }),
    () => ({
      act: 'answer',
      person: 'visitor',
      sql: `select public.answer_mockup('${row.clientQuotationLink}', '${of.mockup}', '${answer}', 'Carla Client', 'Lighter')`,
    }),
    () => ({ act: 'van', person, sql: `select public.plan_delivery('${of.order}', p_id => '${of.key(21, place)}')` }),
    () => ({
      act: 'drop',
      person,
      sql: `select public.deliver_drop('${of.delivery}', null, 'Peter', p_drop_id => '${of.key(22, place)}')`,
    }),
  ])()
}

/** The check of rights, and the rule of one timer a person, have their own messages. */
const isRefusal = (refused: { code: string; words: string }) =>
  isInWords(refused) ||
  /^You may not /.test(refused.words) ||
  /^Please pause or stop your active timer/.test(refused.words)

/** The broken rules after a schedule, as sentences. */
const faults = (of: Records) => `
  select format('%s there, the movements say %s', i.on_hand, sum(m.qty)) as fault
    from public.inventory_items i join public.stock_movements m on m.item_id = i.id where i.id = '${of.item}'
   group by i.id having i.on_hand <> sum(m.qty) or i.on_hand < 0 or i.reserved > i.on_hand
  union all
  select format('%s kept for jobs, the item says %s', sum(m.qty_reserved), i.reserved)
    from public.inventory_items i join public.job_materials m on m.item_id = i.id where i.id = '${of.item}'
   group by i.id having i.reserved <> sum(m.qty_reserved)
  union all
  select format('%s timers run for %s', count(*), user_id) from public.time_entries where status = 'active' group by user_id having count(*) > 1
  union all
  select format('%s is %s before %s is done', s.name, s.status, d.name)
    from public.job_steps s join public.job_steps d on d.id = any (s.depends_on)
   where s.job_id = '${of.job}' and s.status in ('in_progress', 'paused', 'done') and d.status not in ('done', 'skipped')
  union all
  select format('%s is %s with %s timers', s.name, s.status, running.count)
    from public.job_steps s, lateral (select count(*) from public.time_entries e where e.step_id = s.id and e.status = 'active') as running
   where s.job_id = '${of.job}' and (s.status = 'in_progress') <> (running.count > 0)
  union all
  select format('%s ended before it began', s.name) from public.job_steps s where s.job_id = '${of.job}' and s.finished_at < s.started_at
  union all
  select format('%s is fitted and not cut', p.name) from public.panel_parts p
   where p.panel_id = '${of.panel}' and p.needs_cut and p.fitted_at is not null and p.cut_at is null
  union all
  select format('the panel is %s with %s parts fitted', n.status, fitted.count)
    from public.panels n, lateral (select count(*) from public.panel_parts p where p.panel_id = n.id and p.fitted_at is not null) as fitted
   where n.id = '${of.panel}' and (n.status = 'ready') <> (fitted.count = 2)
  union all
  select format('%s answers to a version that is %s, its job says %s', answers.count, m.status, j.mockup_status)
    from public.mockups m join public.jobs j on j.id = m.job_id,
         lateral (select count(*), max(a.answer) as answer from public.mockup_answers a where a.mockup_id = m.id) as answers
   where m.id = '${of.mockup}' and (answers.count > 1 or m.status <> coalesce(answers.answer, 'sent') or j.mockup_status <> m.status)
  union all
  select format('the card went %s to %s after %s', e.meta ->> 'from', e.meta ->> 'to', e.before)
    from (select meta, lag(meta ->> 'to', 1, 'approved') over (order by id) as before from public.document_events
           where kind = 'job' and record_id = '${of.job}' and type = 'status') as e
   where e.meta ->> 'from' <> e.before
  union all
  select format('the card is %s, its story ends otherwise', j.status) from public.jobs j
   where j.id = '${of.job}' and j.status <> coalesce((select e.meta ->> 'to' from public.document_events e
     where e.kind = 'job' and e.record_id = j.id and e.type = 'status' order by e.id desc limit 1), 'approved')
  union all
  select format('%s planned and %s delivered of 2', sum(d.qty), i.qty_delivered) from public.order_items i join public.delivery_items d on d.order_item_id = i.id
   where i.id = '${of.line}' group by i.id having sum(d.qty) > 2 or i.qty_delivered <> sum(d.qty_delivered)`

test(`of ${cases} generated schedules of a workshop none takes, ticks, answers, starts or delivers twice`, async () => {
  const done: Record<string, number> = {}
  for (const { seed, place, random } of schedules(cases)) {
    const of = recordsOf(place)
    await engine.exec(arranged(of, place))
    const schedule = Array.from({ length: requests }, (_, at) => drawn(random, of, at + 1))
    const answers = await answersOf(engine, schedule)
    const { rows } = await engine.query<{ fault: string }>(faults(of))
    const wrong = rows.map(({ fault }) => fault)
    const ticks = new Map<string, Set<string>>()
    for (const [at, request] of schedule.entries()) {
      const refused = answers[at]
      if (refused && !isRefusal(refused)) wrong.push(`${request.sql}: ${refused.code} ${refused.words}`)
      if (refused) continue
      done[request.act] = (done[request.act] ?? 0) + 1
      if (request.act === 'tick') ticks.set(request.sql, (ticks.get(request.sql) ?? new Set()).add(request.person))
    }
    for (const [sql, people] of ticks) if (people.size > 1) wrong.push(`${sql} by ${[...people].join(' and ')}`)
    expect({ seed, wrong }).toEqual({ seed, wrong: [] })
  }
  // Each kind must have succeeded, otherwise the schedules prove nothing about it.
  const kinds = ['take', 'plan', 'move', 'start', 'pause', 'finish', 'tick', 'answer', 'van', 'drop']
  if (cases >= 20) expect(kinds.filter((act) => !done[act])).toEqual([])
}, 3_600_000)
