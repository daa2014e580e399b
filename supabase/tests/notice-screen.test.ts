import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generalNoticeTypes, notificationSources } from '../../src/shared/domain/records/notification.ts'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone } from './act.ts'
import { idOf } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const [team, sales] = [idOf('team_member'), idOf('sales')]
const mockupFor = (person: string) =>
  `insert into public.mockup_notifications (notified_user_id, job_id, action_type) values ('${person}', '${row.job}', 'approved')`
const rowsOf = (outcome: Awaited<ReturnType<typeof tries>>) => ('rows' in outcome ? outcome.rows : outcome)

/** The uuid that the quotation of the job has now, read as the owner. */
const addressOfJob = `select q.public_uuid from public.jobs j join public.quotations q on q.id = j.quotation_id
  where j.id = '${row.job}'`
const addressInNotice = 'select public_uuid from public.mockup_notifications'

describe('the address in a notice of a mockup', () => {
  const expected = async () => (await engine.query(addressOfJob)).rows

  test('is read by its recipient, who may not read the quotation', async () => {
    expect(rowsOf(await tries(engine, 'team_member', addressOfJob))).toEqual([])
    expect(rowsOf(await tries(engine, 'team_member', addressInNotice, mockupFor(team)))).toEqual(await expected())
  })

  test.each(['visitor', 'pending', 'client', 'sales', 'admin'] as const)('is not read by %s', async (person) => {
    const outcome = await tries(engine, person, addressInNotice, mockupFor(team))
    expect('refused' in outcome ? outcome.refused : outcome.rows).toEqual(person === 'visitor' ? '42501' : [])
  })

  test('is not chosen by whoever writes the notice', async () => {
    const forged = `insert into public.mockup_notifications (notified_user_id, job_id, action_type, public_uuid)
      values ('${team}', '${row.job}', 'approved', gen_random_uuid())`
    expect(rowsOf(await tries(engine, 'team_member', addressInNotice, forged))).toEqual(await expected())
  })

  test('is missing while the job has no quotation, and comes with it', async () => {
    const address = await expected()
    await undone(engine, async (tx) => {
      await tx.exec(`create temp table before on commit drop as ${addressOfJob.replace('q.public_uuid', 'q.id')};
        update public.jobs set quotation_id = null where id = '${row.job}'; ${mockupFor(team)}`)
      const read = async () => {
        await become(tx, 'team_member')
        const outcome = await attempt(tx, addressInNotice)
        await becomeOwner(tx)
        return rowsOf(outcome)
      }
      expect(await read()).toEqual([{ public_uuid: null }])
      await tx.exec(`update public.jobs set quotation_id = (select id from before) where id = '${row.job}'`)
      expect(await read()).toEqual(address)
    })
  })

  test('follows a new link', async () => {
    await undone(engine, async (tx) => {
      await tx.exec(`${mockupFor(team)}; update public.quotations set public_uuid = gen_random_uuid()
        where id = (select quotation_id from public.jobs where id = '${row.job}')`)
      expect((await tx.query(addressInNotice)).rows).toEqual((await tx.query(addressOfJob)).rows)
    })
  })
})

const general = (person: string, type: string, at = 'now()') =>
  `insert into public.notifications (user_id, type, title, created_at) values ('${person}', '${type}', 'Van', ${at})`

describe('unread counts', () => {
  const counts = 'select source, unread::integer from public.unread_counts() order by source'
  const zero = Object.fromEntries(notificationSources.map((source) => [source, 0]))
  const countsOf = async (person: Parameters<typeof tries>[1], given?: string) => {
    const outcome = await tries(engine, person, counts, given)
    if ('refused' in outcome) return outcome.refused
    return Object.fromEntries(outcome.rows.map(({ source, unread }) => [source, unread]))
  }

  test('spec 2 §3: name every source, also those with nothing', async () => {
    expect(await countsOf('team_member')).toEqual(zero)
  })

  test('spec 2 §7: count what the panel shows of the general table, and only one’s own', async () => {
    const given = [...generalNoticeTypes.map((type) => general(team, type)), general(sales, 'logistics_update')]
    expect(await countsOf('team_member', given.join(';'))).toEqual({
      ...zero,
      notifications: generalNoticeTypes.length,
    })
  })

  test('leave out what was read', async () => {
    const given = `${mockupFor(team)}; ${mockupFor(team)}; update public.mockup_notifications set is_read = true
      where id = (select id from public.mockup_notifications limit 1)`
    expect(await countsOf('team_member', given)).toEqual({ ...zero, mockup_notifications: 1 })
  })

  test('are nothing for a visitor', async () => {
    expect(await countsOf('visitor')).toBe('42501')
  })
})

describe('marking everything read', () => {
  const late = `'2030-01-01'`
  const given = `${mockupFor(team)}; ${general(team, 'task_assigned')}; ${general(team, 'logistics_update', late)};
    ${general(sales, 'logistics_update')}`

  /** Marks as team_member. Returns the unread notices of each person, and the sent nudges. */
  const after = (call: string) =>
    undone(engine, async (tx) => {
      await tx.exec(`${given}; delete from realtime.messages`)
      await become(tx, 'team_member')
      const marked = rowsOf(await attempt(tx, `select ${call} as marked`))
      await becomeOwner(tx)
      const { rows } = await tx.query<{ unread: string }>(`
        select 'mockup' as unread from public.mockup_notifications where not is_read
        union all select type || case user_id when '${sales}' then ' of sales' else '' end
          from public.notifications where not is_read order by 1`)
      const nudges = await tx.query<{ said: string }>(
        `select payload ->> 'table' as said from realtime.messages where topic = 'user:${team}' order by 1`,
      )
      return { marked, unread: rows.map(({ unread }) => unread), nudges: nudges.rows.map(({ said }) => said) }
    })

  test('leaves what came later and what is somebody else’s, with one nudge a source', async () => {
    expect(await after(`cardinality(public.mark_notices_read('2029-01-01'))`)).toEqual({
      marked: [{ marked: 2 }],
      unread: ['logistics_update', 'logistics_update of sales'],
      nudges: ['mockup_notifications', 'notifications'],
    })
  })

  test('of one source leaves the others', async () => {
    expect(await after(`cardinality(public.mark_notices_read('2031-01-01', 'notifications'))`)).toEqual({
      marked: [{ marked: 2 }],
      unread: ['logistics_update of sales', 'mockup'],
      nudges: ['notifications'],
    })
  })

  test('is undone for what it marked, and for nobody else', async () => {
    const undo = `public.mark_notices_unread(public.mark_notices_read('2031-01-01')
      || array(select id from public.notifications where user_id = '${sales}'))`
    expect(await after(undo)).toMatchObject({
      marked: [{ marked: 3 }],
      unread: ['logistics_update', 'logistics_update of sales', 'mockup', 'task_assigned'],
    })
  })

  test('of a source that does not exist says so', async () => {
    expect(await tries(engine, 'team_member', `select public.mark_notices_read(now(), 'tasks')`)).toEqual({
      refused: '22023',
      because: 'There is no source of notifications called tasks',
    })
  })

  test('is refused to a visitor', async () => {
    expect(await tries(engine, 'visitor', `select public.mark_notices_read(now())`)).toMatchObject({
      refused: '42501',
    })
  })
})
