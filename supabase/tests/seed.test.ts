import { readFile } from 'node:fs/promises'
import { compare } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { seedFiles } from '../local/engine/boot.ts'
import { openTestDatabase } from '../local/testing/test-database.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase({ seed: 'demo' })
})
afterAll(() => engine.close())

const rows = async <Row>(sql: string) => (await engine.query<Row>(sql)).rows
const one = async <Row>(sql: string) => (await rows<Row>(sql))[0]

/**
 * What somebody did at night or on a weekend, by the clock of the company. A timer that runs runs now, and prints may rest over a weekend.
 */
const workAtNight = `
  with rests as (select distinct job_id from public.job_steps where status = 'done' and wait_minutes > 0),
  work (what, at, over_weekend) as (
    select 'step ' || s.name, told.at, r.job_id is not null
      from public.job_steps s left join rests r on r.job_id = s.job_id cross join lateral (values (s.started_at), (s.finished_at)) as told (at)
     where not exists (select from public.time_entries e where e.step_id = s.id and e.status = 'active')
    union all select 'job', told.at, false from public.jobs j cross join lateral (values (j.started_at), (j.finished_at)) as told (at)
    union all select 'part', told.at, false
      from public.panel_parts cross join lateral (values (cut_at), (prepared_at), (fitted_at), (missing_at)) as told (at)
    union all select 'time of ' || user_email, (told.at #>> '{}')::timestamptz, false
      from public.time_entries cross join lateral jsonb_array_elements(sessions) as x
      cross join lateral (values (x -> 'startTime'), (x -> 'endTime')) as told (at) where status = 'completed')
  select what, (at at time zone 'Europe/Malta')::text as at from work
   where (at at time zone 'Europe/Malta')::time not between '07:00' and '19:00'
      or not over_weekend and extract(isodow from at at time zone 'Europe/Malta') > 5
   order by at limit 20`

/** Papers, mails, notes and notices that came about at night on a day before today, by the clock of the company. */
const madeAtNight = (today: string) => `
  select what, (at at time zone 'Europe/Malta')::text as at
    from (select 'quotation', told.at from public.quotations q
           cross join lateral (values (q.created_at), (q.sent_at), (q.first_viewed_at), (q.last_viewed_at), (q.decided_at)) as told (at)
          union all select 'order', ordered_at from public.orders
          union all select 'invoice', told.at from public.invoices v cross join lateral (values (v.created_at), (v.sent_at)) as told (at)
          union all select 'payment', created_at from public.payments
          union all select 'mail', told.at from public.scheduled_emails m cross join lateral (values (m.created_at), (m.sent_at)) as told (at)
          union all select 'note', created_at from public.system_notes
          union all select 'notice', created_at from public.notifications
          union all select 'comment', created_at from public.task_comments
          union all select 'story', at from public.document_events) as made (what, at)
   where at < '${today}'::date::timestamp at time zone 'Europe/Malta' and (at at time zone 'Europe/Malta')::time not between '07:00' and '19:00'
   order by at limit 20`

test('nobody of the demo worked at night or on a weekend', async () => {
  expect(await rows(workAtNight)).toEqual([])
})

test('the entries of each statement of the demo lead to its closing balance, and the next one begins there', async () => {
  const balances = await rows<{ off: string }>(
    `select b.off from public.bank_imports i cross join lateral private.bank_balance(i.last_day) as b`,
  )
  expect(balances.length).toBeGreaterThan(0)
  expect(balances.filter(({ off }) => off !== '0.00')).toEqual([])
})

describe('demo accounts', () => {
  test('offer at least one person of every role, each with that role', async () => {
    const offered = await rows<{ email: string; name: string; role: string; holds: string }>(
      `select d.email, d.name, d.role, r.role as holds
         from private.demo_accounts d
         join auth.users u on u.email = d.email
         join public.user_roles r on r.user_id = u.id
        order by d.position`,
    )
    expect(offered.filter(({ role, holds }) => role !== holds)).toEqual([])
    expect(new Set(offered.map(({ role }) => role))).toEqual(
      new Set(['admin', 'sales', 'account_manager', 'accounts', 'team_member', 'client', 'pending']),
    )
    expect(offered.slice(0, 2).map(({ email, name }) => ({ email, name }))).toEqual([
      { email: 'victor@example.com', name: 'Victor Camilleri' },
      { email: 'maria@example.com', name: 'Maria Vella' },
    ])
    const [listed] = await rows<{ count: number }>('select count(*)::int as count from private.demo_accounts')
    expect(offered.length).toBe(listed?.count)
  })

  test('everybody signs in with `signwright`, confirmed, and with an identity', async () => {
    const accounts = await rows<{ email: string; encrypted_password: string; complete: boolean }>(
      `select u.email, u.encrypted_password, u.email_confirmed_at is not null and i.user_id is not null as complete
         from auth.users u
         left join auth.identities i on i.user_id = u.id and i.provider = 'email' and i.provider_id = u.id::text`,
    )
    const refused = await Promise.all(
      accounts.map(async ({ email, encrypted_password, complete }) =>
        complete && (await compare('signwright', encrypted_password)) ? [] : [email],
      ),
    )
    expect(accounts.length).toBe(15)
    expect(refused.flat()).toEqual([])
  })

  test('hold no token that a mail did not bring: an empty one could be guessed', async () => {
    const guessable = await rows(
      `select email from auth.users where confirmation_token is not null or recovery_token is not null`,
    )
    expect(guessable).toEqual([])
  })

  test('are hidden from every API role', async () => {
    const reachable = await rows(
      `select role from unnest(array['anon', 'authenticated']) as role
        where has_table_privilege(role, 'private.demo_accounts', 'select, insert, update, delete')`,
    )
    expect(reachable).toEqual([])
    const guarded = await one(`select relrowsecurity from pg_class where oid = 'private.demo_accounts'::regclass`)
    expect(guarded).toEqual({ relrowsecurity: true })
  })

  test('include one person whose password is temporary', async () => {
    const people = await rows('select email from public.contacts where has_temporary_password')
    expect(people).toEqual([{ email: 'nico@example.com' }])
  })
})

describe('the company', () => {
  test('has a dozen staff, one newcomer and two clients', async () => {
    const counts = await rows(
      'select role::text, count(*)::int as people from public.user_roles group by role order by role::text',
    )
    expect(counts).toEqual([
      { role: 'account_manager', people: 1 },
      { role: 'accounts', people: 2 },
      { role: 'admin', people: 1 },
      { role: 'client', people: 2 },
      { role: 'pending', people: 1 },
      { role: 'sales', people: 2 },
      { role: 'team_member', people: 6 },
    ])
  })

  test('has 25 businesses, their 40 people and 30 sites, all of them on Malta or Gozo', async () => {
    const counts = await one(
      `select (select count(*)::int from public.contacts c where type = 'Business'
                and not exists (select from public.inventory_items i where i.supplier_id = c.id)
                and not exists (select from public.supplier_invoices i where i.supplier_id = c.id)) as businesses,
              (select count(*)::int from public.contacts p where type = 'Person' and exists (
                select from public.contacts b where b.type = 'Business' and b.name = p.company)) as people,
              (select count(*)::int from public.locations
                where lat between 35.80 and 36.09 and lng between 14.18 and 14.58) as sites`,
    )
    expect(counts).toEqual({ businesses: 25, people: 40, sites: 30 })
  })

  test('has prints that rest for at most a day more, before somebody laminates them', async () => {
    const resting = await one<{ steps: number }>(`select count(*)::int as steps from public.job_steps s
      join public.job_steps next on s.id = any (next.depends_on) and next.status = 'todo'
     where s.status = 'done' and s.wait_minutes > 0
       and s.finished_at + s.wait_minutes * interval '1 minute' between now() and now() + interval '1 day'`)
    expect(resting?.steps).toBeGreaterThan(0)
  })

  test('has stock: items that are low, offcuts, movements of every kind, and purchase orders in every state', async () => {
    expect(
      await one(`select (select count(*) > 2 from public.inventory_items where is_low) as low,
        (select count(*)::int from public.stock_offcuts where status = 'free') as offcuts,
        (select count(distinct reason)::int from public.stock_movements) as reasons,
        (select count(*) > 10 from public.stock_movements where job_id is not null) as taken,
        (select count(*) > 0 from public.job_materials where qty_planned > qty_reserved + qty_used) as short,
        (select string_agg(distinct status, ' ') from public.purchase_orders) as purchases`),
    ).toEqual({
      low: true,
      offcuts: 10,
      reasons: 5,
      taken: true,
      short: true,
      purchases: 'draft part_received received sent',
    })
  })

  test('makes built-up letters of a face, a return by edge and depth, light and wire, with work for each and for all', async () => {
    const { rows } = await engine.query<{ kind: string; of: string; per: string }>(`
      select step ->> 'kind' as kind, coalesce(i.name, w.name, '') as of,
             concat_ws(' ', case when step -> 'once' = 'true' then 'once' else coalesce(step ->> 'per', 'piece') end, step ->> 'depth_mm') as per
        from public.services s cross join jsonb_array_elements(s.recipe) as step
        left join public.inventory_items i on i.id::text = step ->> 'item_id'
        left join public.human_service_parameters w on w.id::text = step ->> 'work_id'
       where s.slug = 'led-letters' order by 1, 2, 3`)
    expect(rows.map(({ kind, of, per }) => `${kind}: ${of}, ${per}`)).toEqual([
      'item: Aluminium for returns 0.8 mm white, 600 mm coil, m2_return 80',
      'item: LED module, three chips, 12 V, m2',
      'item: Power supply 100 W, 12 V, once',
      'item: VHB tape 19 mm, m_edge',
      'item: Wire 2 × 0.75 mm² for LED, piece',
      'labour: Assembly, m_edge',
      'labour: Assembly, piece',
      'labour: Design, once',
      'machine: , piece',
      'sheet: Acrylic 5 mm opal, piece',
    ])
  })

  test('has recipes of what the calculator offers: each material and work stands in the list of its kind of step', async () => {
    const { rows } = await engine.query<{ slug: string; step: string }>(`
      select s.slug, step ->> 'id' as step
        from public.services s cross join jsonb_array_elements(s.recipe) as step
       cross join lateral (select private.calculator_list(true, true) as list) as c
       where list #> array[case step ->> 'kind' when 'sheet' then 'sheets' when 'roll' then 'rolls' when 'item' then 'items'
                             when 'ink' then 'prints' when 'machine' then 'machines' when 'labour' then 'people' end,
                           coalesce(step ->> 'item_id', step ->> 'print_id', step ->> 'price_id', step ->> 'work_id')] is null`)
    expect(rows).toEqual([])
  })

  test('has booked the material of every finished job whose kind of service takes any', async () => {
    const found = await one(`select count(*)::int > 10 as many,
        count(*) filter (where not exists (select from public.stock_movements m where m.job_id = j.id))::int as unbooked
      from public.jobs j
     where j.status in ('ready', 'delivered', 'closed') and j.remake_of is null
       and exists (select from public.jobs o join public.job_materials m on m.job_id = o.id where o.service_id = j.service_id)`)
    expect(found).toEqual({ many: true, unbooked: 0 })
  })

  test('has movements of stock that say what was there after each, in the order of time, and never less than nothing', async () => {
    expect(
      await one(`select count(*) filter (where told.balance <> told.sum)::int as wrong,
          count(*) filter (where told.balance < 0)::int as negative,
          count(distinct told.item_id) filter (where told.is_last and told.balance <> i.on_hand)::int as unlike_stock
        from (select item_id, balance, sum(qty) over (partition by item_id order by created_at, id) as sum,
                     row_number() over (partition by item_id order by created_at desc, id desc) = 1 as is_last
                from public.stock_movements) as told
        join public.inventory_items i on i.id = told.item_id`),
    ).toEqual({ wrong: 0, negative: 0, unlike_stock: 0 })
  })

  test('has invoices of suppliers in every state, and a payment run that waits for its second person', async () => {
    expect(
      await one(`select (select string_agg(distinct status, ' ') from public.supplier_invoices) as invoices,
        (select string_agg(status, ' ' order by run_number) from public.payment_runs) as runs,
        (select count(*)::int from public.payment_runs r where r.total <> (
          select sum(i.amount) from public.payment_run_items i where i.payment_run_id = r.id)) as wrong`),
    ).toEqual({
      invoices: 'approved disputed paid part_paid received scheduled',
      runs: 'paid prepared',
      wrong: 0,
    })
  })

  test('writes to example.com only', async () => {
    const foreign = await rows(
      `select email from (select email from public.contacts union all select email from auth.users
                          union all select email from public.company_settings) as addresses
        where email !~ '[@.]example\\.com$'`,
    )
    expect(foreign).toEqual([])
  })

  test('has quotations in every status that lasts, and no paper dated in the future', async () => {
    const counts = await one(
      `select count(*)::int as quotations, count(distinct status)::int as statuses,
              count(*) filter (where created_at > now() or vat <> trunc(net * 0.18, 2))::int as wrong
         from public.quotations`,
    )
    expect(counts).toEqual({ quotations: 35, statuses: 7, wrong: 0 })
  })

  test('lets its two clients see papers of their own', async () => {
    const papers = await rows(
      `select u.email, count(distinct q.id) > 0 as quotations, count(distinct l.id) > 0 as sites
         from auth.users u join public.user_roles r on r.user_id = u.id and r.role = 'client'
         join public.contacts c on c.user_id = u.id
         left join public.quotations q on q.contact_id = c.id and q.status <> 'draft'
         left join public.locations l on l.business_id = c.id
        group by u.email order by u.email`,
    )
    expect(papers).toEqual([
      { email: 'dennis@example.com', quotations: true, sites: true },
      { email: 'sarah@example.com', quotations: true, sites: true },
    ])
  })
})

describe('tasks', () => {
  test('are assigned to staff only, and discussed, marked and mentioned by people who see them', async () => {
    const strangers = await rows(
      `with said as (select task_id, user_id from public.task_comments union all select task_id, user_id from public.task_ready)
       select t.title from public.tasks t cross join lateral unnest(t.assignees || t.created_by) as member (id)
         left join public.user_roles r on r.user_id = member.id
        where r.role is null or r.role in ('pending', 'client')
       union all
       select t.title from public.tasks t join said on said.task_id = t.id
        where cardinality(t.assignees) = 0 and said.user_id <> t.created_by`,
    )
    expect(strangers).toEqual([])
  })

  test('come in every status, private and shared, with checklists and mentions', async () => {
    const kinds = await one(
      `select count(*)::int as tasks, array_agg(distinct status order by status) as statuses,
              count(*) filter (where cardinality(assignees) = 0)::int as private_ones,
              count(*) filter (where description like '%<li data-list="checked"%')::int > 5 as checklists,
              count(*) filter (where description like '%class="mention"%')::int > 1 as mentions,
              (select count(*)::int > 30 from public.task_comments) as comments
         from public.tasks`,
    )
    expect(kinds).toEqual({
      tasks: 34,
      statuses: ['completed', 'in_progress', 'other', 'pending'],
      private_ones: 4,
      checklists: true,
      mentions: true,
      comments: true,
    })
  })

  test('are late, due today and due later, but never before they were asked for', async () => {
    const due = await one(
      `select count(*) filter (where due_on < today)::int as late,
              count(*) filter (where due_on = today)::int as today,
              count(*) filter (where due_on > today)::int > 10 as later,
              count(*) filter (where due_at < created_at)::int as impossible
         from public.tasks,
              lateral (select private.company_today() as today, (due_at at time zone (
                select time_zone from public.company_settings))::date as due_on) as days`,
    )
    expect(due).toEqual({ late: 3, today: 4, later: true, impossible: 0 })
    const [reminded] = await rows<{ send_due_reminders: number }>('select private.send_due_reminders()')
    expect(reminded?.send_due_reminders).toBe(0)
  })

  test('lie at a site of their client, and belong to a quotation of their client', async () => {
    const astray = await rows(
      `select t.title from public.tasks t
         left join public.locations l on l.id = t.location_id
         left join public.quotations q on q.id = t.related_quotation_id
        where l.business_id <> t.contact_id or q.contact_id <> t.contact_id`,
    )
    expect(astray).toEqual([])
  })
})

describe('notifications', () => {
  const sources = {
    task_reply_notifications: 'user_id',
    mockup_notifications: 'notified_user_id',
    delivery_notifications: 'notified_user_id',
    partial_delivery_notifications: 'notified_user_id',
    notifications: 'user_id',
  }

  test.each(Object.entries(sources))(
    '%s has read and unread ones, and something new for Maria',
    async (table, owner) => {
      const present = await one(
        `select bool_or(is_read) as read, bool_or(not is_read) as unread,
              bool_or(not is_read and u.email = 'maria@example.com') as maria, bool_or(n.created_at > now()) as future
         from public.${table} n join auth.users u on u.id = n.${owner}`,
      )
      expect(present).toEqual({ read: true, unread: true, maria: true, future: false })
    },
  )

  test('go to members of the task, never to the one who acted', async () => {
    const wrong = await rows(
      `select n.title from public.notifications n join public.tasks t on t.id = (n.metadata ->> 'task_id')::uuid
        where n.user_id <> all (t.assignees) or n.user_id::text = n.metadata ->> 'created_by'
       union all
       select n.task_title from public.task_reply_notifications n join public.tasks t on t.id = n.task_id
        where n.user_id <> all (t.assignees || t.created_by) or n.user_id = n.commenter_id`,
    )
    expect(wrong).toEqual([])
  })
})

describe('time entries', () => {
  type Session = {
    startTime: string
    endTime: string | null
    duration: string
    isPaused: boolean
    pausedAt: string | null
  }
  type Entry = { user_email: string; status: string; sessions: Session[]; total_duration: string; created_at: string }
  const readEntries = () =>
    rows<Entry>('select user_email, status, sessions, total_duration, created_at from public.time_entries')

  const seconds = (duration: string) => duration.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

  test('have durations that their times give, and totals that their sessions give', async () => {
    const entries = await readEntries()
    const wrong = entries.filter(({ sessions, total_duration }) => {
      const lasts = ({ startTime, endTime }: Session) =>
        endTime === null ? 0 : Math.round((Date.parse(endTime) - Date.parse(startTime)) / 1000)
      return (
        sessions.some((session) => seconds(session.duration) !== lasts(session) || lasts(session) < 0) ||
        sessions.reduce((sum, session) => sum + seconds(session.duration), 0) !== seconds(total_duration)
      )
    })
    expect(entries.length).toBeGreaterThan(100)
    expect(wrong).toEqual([])
  })

  test('run only while active, end at their pause, and follow one another', async () => {
    const wrong = (await readEntries()).filter(({ status, sessions }) => {
      const last = sessions.at(-1)
      const running = sessions.filter(({ endTime }) => endTime === null)
      const overlapping = sessions.some(({ endTime }, index) => {
        const next = sessions[index + 1]
        return next !== undefined && (endTime === null || Date.parse(next.startTime) < Date.parse(endTime))
      })
      return (
        overlapping ||
        running.length !== (status === 'active' ? 1 : 0) ||
        sessions.some(({ isPaused, pausedAt, endTime }) => pausedAt !== (isPaused ? endTime : null)) ||
        last?.isPaused !== (status === 'paused')
      )
    })
    expect(wrong).toEqual([])
  })

  test('are active at most once a person, and cover ten working days', async () => {
    const active = await rows(
      `select user_email from public.time_entries where status = 'active' group by user_email having count(*) > 1`,
    )
    expect(active).toEqual([])
    const days = await one(
      `select count(distinct created_at::date)::int as days,
              bool_or(created_at::date < current_date - 16 or created_at > now()) as outside
         from public.time_entries where status = 'completed'`,
    )
    expect(days).toEqual({ days: 10, outside: false })
  })
})

test('the scaffold of the seed is gone', async () => {
  const left = await rows(
    `select proname as name from pg_proc join pg_namespace n on n.oid = pronamespace where nspname like 'pg_temp%'
     union all
     select relname from pg_class where relpersistence = 't'`,
  )
  expect(left).toEqual([])
})

test('made half an hour after midnight in Malta, when it is yesterday by UTC, the demo is about that new day', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const clock = new Date(Date.parse(`${today}T00:30:00+01:00`)).toISOString()
  const made = await openTestDatabase()
  try {
    await made.transaction(async (tx) => {
      for (const file of seedFiles)
        await tx.exec((await readFile(file, 'utf8')).replaceAll('now()', `timestamptz '${clock}'`))
    })
    const { rows } = await made.query<{ leaving: number; due: number; begun: string }>(
      `select (select count(*)::int from public.deliveries
                where (scheduled_at at time zone 'Europe/Malta')::date = $1::date) as leaving,
              (select count(*)::int from public.tasks
                where (due_at at time zone 'Europe/Malta')::date = $1::date) as due,
              (select max(begun)::text
                 from (select (created_at at time zone 'Europe/Malta')::date as begun
                         from public.time_entries where status = 'completed') as worked
              ) as begun`,
      [today],
    )
    const [day] = rows
    expect({ leaving: day?.leaving, due: day?.due }).toEqual({ leaving: 8, due: 4 })
    expect(day?.begun && day.begun < today).toBe(true)
    expect((await made.query(workAtNight)).rows).toEqual([])
    expect((await made.query(madeAtNight(today))).rows).toEqual([])
  } finally {
    await made.close()
  }
})
