import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries, undone } from './act.ts'
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

  test('stays quick over 20,000 contacts and as many tasks', async () => {
    const took = await undone(engine, async (tx) => {
      await tx.exec(`
        insert into public.contacts (type, name, last_name, email) select 'Person', 'Name ' || n, 'Family ' || n, n || '@many.example'
          from generate_series(1, 20000) n;
        insert into public.tasks (title, created_by, assignees) select 'Fit sign number ' || n, '${idOf('colleague')}', array['${idOf('sales')}']::uuid[]
          from generate_series(1, 20000) n;
        insert into public.tasks (title, created_by, assignees) values ('Żurrieq bridge', '${idOf('colleague')}', array['${idOf('sales')}']::uuid[]);
        analyze public.contacts; analyze public.tasks`)
      await tx.query(
        `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true), set_config('role', 'authenticated', true)`,
        [JSON.stringify({ sub: idOf('sales'), role: 'authenticated' }), idOf('sales')],
      )
      const ask = () => tx.query<{ title: string }>(`select title from public.find_records('zurrieq bridge')`)
      await ask()
      const started = performance.now()
      const { rows } = await ask()
      expect(rows).toEqual([{ title: 'Żurrieq bridge' }])
      return performance.now() - started
    })
    expect(took).toBeLessThan(500)
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
    expect(await told('sales')).toEqual(['business', 'comment', 'delivery', 'person', 'quotation', 'task'])
    expect(await told('team_member')).toEqual(['business', 'comment', 'delivery', 'person', 'task'])
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
