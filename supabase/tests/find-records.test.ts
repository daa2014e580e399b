import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { become, tries, undone } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const given = `
  insert into public.contacts (id, type, name, company, email) values
    ('c0000000-0000-4000-a000-000000000001', 'Business', 'Ċensu', 'Ċensu & Sons Ltd', 'info@censu.example');
  insert into public.quotations (id, quotation_number, contact_id, project_title, status) values
    ('30000000-0000-4000-a000-000000000009', 'Q-77', 'c0000000-0000-4000-a000-000000000001', 'Żebbuġ shopfront', 'sent');
  insert into public.tasks (id, title, created_by, assignees, status) values
    ('60000000-0000-4000-a000-000000000009', 'Ring Ċensu about 100% red', '${idOf('colleague')}', array['${idOf('sales')}']::uuid[], 'pending'),
    ('60000000-0000-4000-a000-000000000008', 'Ċensu cake', '${idOf('colleague')}', '{}', 'pending')`

async function found(person: Person, text: string): Promise<unknown> {
  const outcome = await tries(
    engine,
    person,
    `select kind, title, detail from public.find_records($q$${text}$q$)`,
    given,
  )
  return 'refused' in outcome ? outcome.refused : outcome.rows.map((each) => Object.values(each).join(' | '))
}

const business = 'business | Ċensu & Sons Ltd | info@censu.example'
const task = 'task | Ring Ċensu about 100% red | pending'
const quotation = 'quotation | Q-77 · Żebbuġ shopfront | Ċensu & Sons Ltd'

describe('the search over everything', () => {
  test.each([
    ['one word without its accents, and the quotations of whom it names', 'censu', [business, task, quotation]],
    ['words in any order', 'red ring', [task]],
    ['a project without its accents', 'zebbug shop', [quotation]],
    ['a number', 'q-77', [quotation]],
    ['a per cent sign that means itself', '100%', [task]],
    ['an underscore that means itself', 'ri_g', []],
    ['nothing', '   ', []],
  ])('finds by %s', async (_, text, expected) => {
    expect(await found('sales', text)).toEqual(expected)
  })

  test("shows nobody a colleague's private task, not even an admin", async () => {
    expect(await found('admin', 'censu cake')).toEqual([])
  })

  test('shows each person only what their rights open', async () => {
    expect(await found('team_member', 'censu')).toEqual([business, task])
    expect(await found('pending', 'censu')).toEqual([])
    expect(await found('client', 'censu')).toEqual([])
    expect(await found('visitor', 'censu')).toBe('42501')
  })

  test('each kind that is searched has an index for its words', async () => {
    const { rows: kinds } = await engine.query<{ kind: string; table: string; searched: string }>(
      `select kind, table_name::text as table, case when is_folded then searched else format('private.folded(%s)', searched) end as searched
         from private.record_kinds where searched is not null order by kind`,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['quotation', 'task']))
    const plans = await undone(engine, async (tx) => {
      // With an empty table any index would do.
      await tx.exec(
        'set local enable_seqscan = off; set local enable_indexscan = off; set local enable_indexonlyscan = off',
      )
      return Promise.all(
        kinds.map(async ({ kind, table, searched }) => {
          const sql = `explain select from ${table} as r where ${searched} like '%żurrieq bridge%'`
          const { rows } = await tx.query<{ 'QUERY PLAN': string }>(sql)
          return [kind, rows.some((line) => line['QUERY PLAN'].includes('Bitmap Index Scan'))]
        }),
      )
    })
    expect(plans).toEqual(kinds.map(({ kind }) => [kind, true]))
  })

  test('a new kind of record is found, named in the trail and told of by one row in the register', async () => {
    const seen = await undone(engine, async (tx) => {
      await tx.exec(`
        create table public.gadgets (id uuid primary key default gen_random_uuid(), name text, contact_id uuid,
          created_by uuid default auth.uid(), created_at timestamptz not null default now());
        call private.borrow_rules('public.gadgets', p_audited => true);
        create policy "staff read gadgets" on public.gadgets for select to authenticated
          using ((select private.can('jobs', 'view')));
        insert into private.record_kinds (kind, table_name, label, page, searched, contact, status, recent_if)
        values ('gadget', 'public.gadgets', $$'Gadget ' || r.name$$, 'jobs', 'r.name', 'contact_id', $$'new'::text$$, 'true');
        insert into public.gadgets (name, contact_id, created_at) values ('Wobbler', '${row.business}', now() + interval '1 hour')`)
      const { rows: trail } = await tx.query<{ record_label: string }>(
        `select record_label from public.audit_logs where table_name = 'gadgets'`,
      )
      await become(tx, 'sales')
      const { rows: results } = await tx.query(`select kind, title from public.find_records('wobbler')`)
      const { rows: recent } = await tx.query(`select kind, title from public.recent_activity(1)`)
      const { rows: story } = await tx.query(
        `select title, detail from public.contact_timeline('${row.business}', '{gadget}')`,
      )
      return { trail: trail[0]?.record_label, results, recent, story }
    })
    const line = { kind: 'gadget', title: 'Gadget Wobbler' }
    expect(seen).toEqual({
      trail: 'Gadget Wobbler',
      results: [line],
      recent: [line],
      story: [{ title: 'Gadget Wobbler', detail: 'new' }],
    })
  })
})

describe('what just happened', () => {
  const told = async (person: Person) => {
    const outcome = await tries(
      engine,
      person,
      `select distinct kind from public.recent_activity(50) order by kind`,
      given,
    )
    return 'refused' in outcome ? outcome.refused : outcome.rows.map(({ kind }) => kind)
  }

  test('is told as far as the rights of a person reach', async () => {
    expect(await told('sales')).toEqual(['business', 'comment', 'delivery', 'job', 'person', 'quotation', 'task'])
    expect(await told('team_member')).toEqual(['business', 'comment', 'delivery', 'job', 'person', 'task'])
    expect(await told('pending')).toEqual([])
    expect(await told('visitor')).toBe('42501')
  })

  test('names who did it, the newest first', async () => {
    const outcome = await tries(
      engine,
      'team_member',
      `select kind, title, actor from public.recent_activity(1)`,
      `insert into public.system_notes (title, created_by, created_at) values ('Closed on Friday', '${idOf('admin')}', now() + interval '1 minute')`,
    )
    expect(outcome).toMatchObject({ rows: [{ kind: 'note', title: 'Closed on Friday', actor: 'admin' }] })
  })

  test('does not tell of private tasks', async () => {
    const outcome = await tries(
      engine,
      'otherAdmin',
      `select id from public.recent_activity(50) where id = '${row.privateTask}'`,
    )
    expect(outcome).toMatchObject({ rows: [] })
  })
})
