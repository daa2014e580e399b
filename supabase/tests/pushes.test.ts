import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { become, becomeOwner, tries, undone } from './act.ts'
import { idOf } from './people.ts'
import { openGrantedWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => void (engine = await openGrantedWorld()))
afterAll(() => engine.close())

const key = 'B'.repeat(87)
const secret = 'a'.repeat(22)
const device = (name = 'phone') => `https://fcm.googleapis.com/fcm/send/${name}`
const keep = (name = 'phone') =>
  `select public.keep_push_device('${device(name)}', '${key}', '${secret}', 'Phone of Ann')`

/** A delivery notice for sales; `title` is what the phone says. */
const notice = (title: string) => `insert into public.notifications (user_id, type, title, message, metadata)
  values ('${idOf('sales')}', 'task_assigned', '${title}', 'Please look', '{"task_id":"${row.sharedTask}"}') returning id`

const claimed = async (tx: Queryable) => {
  await tx.query(`update private.push_queue set due_at = now() where due_at <= now() + interval '10 seconds'`)
  return (
    await tx.query<{ push: { ids: number[]; devices: object[]; notice: Record<string, unknown> | null } }>(
      `select private.claim_pushes() as push`,
    )
  ).rows.map(({ push }) => push)
}

test('a notice reaches the devices of its reader once; when it was read meanwhile, none', async () => {
  await undone(engine, async (tx) => {
    await become(tx, 'sales')
    await tx.query(keep())
    await becomeOwner(tx)
    const { rows } = await tx.query<{ id: string }>(notice('Letters for Gozo Bakery'))
    expect((await tx.query('select private.push_is_due() as due')).rows).toEqual([{ due: false }])
    const [push, ...others] = await claimed(tx)
    expect(others).toEqual([])
    expect(push).toMatchObject({
      devices: [{ endpoint: device(), p256dh: key, auth: secret }],
      notice: { tag: rows[0]?.id, title: 'Letters for Gozo Bakery', kind: 'task', id: row.sharedTask },
    })
    expect(await claimed(tx)).toEqual([])
    await tx.query(`select private.settle_push(array[${push?.ids.join()}]::bigint[], true)`)
    expect((await tx.query('select from private.push_queue')).rows).toHaveLength(0)

    const { rows: second } = await tx.query<{ id: string }>(notice('Read at once'))
    await tx.query(`update public.notifications set is_read = true where id = '${second[0]?.id}'`)
    expect(await claimed(tx)).toMatchObject([{ notice: null }])
  })
})

test('four at once of one person are one', async () => {
  await undone(engine, async (tx) => {
    await become(tx, 'sales')
    await tx.query(keep())
    await becomeOwner(tx)
    for (const title of ['One', 'Two', 'Three', 'Four']) await tx.query(notice(title))
    expect(await claimed(tx)).toMatchObject([{ notice: { title: '4 new notices', message: 'One, Two, Three, Four' } }])
  })
})

test('a muted kind waits for nobody, and quiet hours end at their end', async () => {
  await undone(engine, async (tx) => {
    await become(tx, 'sales')
    await tx.query(keep())
    await tx.query(`insert into public.push_choices (muted) values ('{assigned}')`)
    await becomeOwner(tx)
    await tx.query(notice('Muted'))
    expect((await tx.query('select from private.push_queue')).rows).toHaveLength(0)
    await tx.query(`update public.push_choices set muted = '{}',
      quiet_from = (now() at time zone private.company_zone())::time - interval '1 hour',
      quiet_until = (now() at time zone private.company_zone())::time + interval '1 hour'`)
    await tx.query(notice('At night'))
    expect(
      (await tx.query(`select due_at = now() + interval '1 hour' as at_their_end from private.push_queue`)).rows,
    ).toEqual([{ at_their_end: true }])
  })
})

test('a device that is lent changes its person; one that is gone is forgotten', async () => {
  await undone(engine, async (tx) => {
    await become(tx, 'colleague')
    await tx.query(keep())
    await become(tx, 'sales')
    await tx.query(keep())
    await becomeOwner(tx)
    expect((await tx.query('select user_id from public.push_devices')).rows).toEqual([{ user_id: idOf('sales') }])
    await tx.query(notice('Gone'))
    const [push] = await claimed(tx)
    await tx.query(
      `select private.settle_push(array[${push?.ids.join()}]::bigint[], false, '{}', array(select id from public.push_devices))`,
    )
    expect((await tx.query('select from public.push_devices')).rows).toHaveLength(0)
    // Nobody was told: it waits for the next try.
    expect((await tx.query('select due_at > now() as later, claimed_at from private.push_queue')).rows).toEqual([
      { later: true, claimed_at: null },
    ])
  })
})

test('a client and a newcomer have no device, and nobody reads the key of the company', async () => {
  for (const who of ['client', 'pending'] as const) expect(await tries(engine, who, keep())).toHaveProperty('refused')
  for (const sql of ['select public.keep_push_keys()', 'select public.claim_pushes()'])
    expect(await tries(engine, 'admin', sql)).toHaveProperty('refused')
})

test('of two keys that come at once the first is kept', async () => {
  await undone(engine, async (tx) => {
    await becomeOwner(tx)
    for (const [mine, theirs] of [
      ['a', 'b'],
      ['c', 'd'],
    ])
      expect((await tx.query(`select * from private.keep_push_keys('${mine}', '${theirs}')`)).rows).toEqual([
        { public_key: 'a', private_key: 'b' },
      ])
  })
})
