import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { tickPart } from '@/features/production/panels/api/panels.mutation'
import { readTick, tickKind } from '@/features/production/panels/outbox-kinds'
import type { Mark } from '@/features/production/panels/panel'
import { outboxMachine } from '@/machines/outbox/outbox.machine'
import { connectDb } from '@/shared/db/connect'
import { isUnreachable } from '@/shared/db/fetch/unreachable'
import type { OutboxEntry } from '@/shared/domain/records/outbox'
import { startTestServer, type TestServer } from '../../supabase/local/testing/test-server.ts'
import { admin, browserOf, newPerson, type Person } from './people.ts'
import { type Proxy, startProxy } from './proxy.ts'

let server: TestServer
let line: Proxy
let ann: Person
let ben: Person

beforeAll(async () => {
  server = await startTestServer()
  line = await startProxy(server.url)
  ann = await newPerson(server, 'admin')
  ben = await newPerson(server, 'admin')
  const { publishableKey } = server.keys
  const db = connectDb({ supabaseUrl: line.url, publishableKey, companyDomain: '', demo: false })
  const { error } = await db.auth.signInWithPassword(ann)
  if (error) throw error
  return () => db.auth.stopAutoRefresh()
})
afterAll(async () => {
  await line.close()
  await server.close()
})

/** The tablet of Ann: the outbox of the product, which sends through a line that fails. */
function tablet() {
  const machine = outboxMachine.provide({
    actors: {
      send: fromPromise(async ({ input }) => {
        try {
          const tick = readTick(input.payload)
          if (tick) await tickPart(tick)
          return { kind: 'sent' } as const
        } catch (error) {
          if (isUnreachable(error)) return { kind: 'unreachable' } as const
          return { kind: 'refused', reason: error instanceof Error ? error.message : '' } as const
        }
      }),
    },
    delays: { rest: 20 },
  })
  const actor = createActor(machine, { input: { entries: [], isOnline: true } })
  const ended: OutboxEntry[] = []
  actor.on('entry.changed', ({ entry }) => {
    if (['sent', 'refused'].includes(entry.state)) ended.push(entry)
  })
  actor.start()
  actor.send({ type: 'turn.changed', isMine: true })
  let made = 0
  return {
    ended,
    tick: (partId: string, mark: Mark, isTicked = true) => {
      made += 1
      const payload = { partId, mark, isTicked }
      const about = `${partId} ${mark}`
      const entry = { id: randomUUID(), kind: tickKind.name, about, label: mark, payload, madeAt: made } as const
      actor.send({ type: 'entry.add', entry: { ...entry, state: 'waiting', isTried: false, reason: null } })
    },
    everythingSent: () =>
      waitFor(actor, ({ context }) => context.entries.every(({ state }) => state === 'sent' || state === 'refused'), {
        timeout: 30_000,
      }),
    stop: () => actor.stop(),
  }
}

test('ticks of a tablet without network arrive once, in order; what a colleague did meanwhile stays theirs', async () => {
  const second = await browserOf(server, ben)
  const job = randomUUID()
  await second.rpc('create_job', { p_id: job, p_title: 'Fascia of the bakery' }).throwOnError()
  const panel = randomUUID()
  const names = Array.from({ length: 12 }, (_, nth) => ({ name: `Part ${nth + 1}`, needs_cut: true }))
  await second
    .rpc('add_panel', {
      p_id: panel,
      p_job_id: job,
      p_kind: 'fascia',
      p_title: 'Fascia',
      p_width_mm: 3000,
      p_height_mm: 600,
      p_depth_mm: 80,
      p_parts: names,
    })
    .throwOnError()
  const parts = await admin(server)
    .from('panel_parts')
    .select('id')
    .eq('panel_id', panel)
    .order('position')
    .throwOnError()
  const ids = parts.data.map(({ id }) => id)
  const first = tablet()

  // Two arrive; the third answer is cut on its way back; then there is no network.
  first.tick(ids[0] ?? '', 'cut')
  first.tick(ids[1] ?? '', 'cut')
  await first.everythingSent()
  line.suffer({ requests: { kind: 'break-off', share: 1 } })
  first.tick(ids[2] ?? '', 'cut')
  await vi.waitFor(async () => expect(await marksOf(panel, 'cut_by')).toHaveLength(3), 10_000)
  line.suffer({ requests: { kind: 'refuse' } })
  for (const id of ids.slice(3)) first.tick(id, 'cut')
  first.tick(ids[4] ?? '', 'cut', false)
  for (const id of ids) first.tick(id, 'fitted')

  // Ben works at the next bench, with a network.
  await second.rpc('tick_part', { p_part_id: ids[5] ?? '', p_mark: 'cut' }).throwOnError()
  expect(first.ended).toHaveLength(2)

  line.heal()
  await first.everythingSent()
  first.stop()

  const refused = first.ended.filter(({ state }) => state === 'refused')
  expect(refused.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/ marked "Part 6" as cut at \d\d:\d\d already$/),
    '"Part 5" is not cut yet',
  ])
  const cut = await marksOf(panel, 'cut_by')
  expect(cut.map(({ by }) => by)).toEqual([ann, ann, ann, ann, ben, ann, ann, ann, ann, ann, ann].map(({ id }) => id))
  expect(await marksOf(panel, 'fitted_by')).toHaveLength(11)
  const { data } = await admin(server).from('panels').select('status').eq('id', panel).single().throwOnError()
  expect(data.status).toBe('assembling')

  await second.rpc('tick_part', { p_part_id: ids[4] ?? '', p_mark: 'cut' }).throwOnError()
  await second.rpc('tick_part', { p_part_id: ids[4] ?? '', p_mark: 'fitted' }).throwOnError()
  const ready = await admin(server).from('panels').select('status').eq('id', panel).single().throwOnError()
  expect(ready.data.status).toBe('ready')
})

/** The people who set a mark, over a panel's marked parts in order. */
async function marksOf(panel: string, column: 'cut_by' | 'fitted_by') {
  const { data } = await admin(server)
    .from('panel_parts')
    .select('position, cut_by, fitted_by')
    .eq('panel_id', panel)
    .not(column, 'is', null)
    .order('position')
    .throwOnError()
  return data.map((part) => ({ position: part.position, by: part[column] }))
}
