import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Engine } from '../contracts.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { messageFeed } from './message-feed.ts'
import { messageStore } from './stored-messages.ts'
import { newUser, startTestServer } from './test-server.ts'

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 })

describe('the feed of messages', () => {
  let engine: Engine
  let line: { isCut: boolean; listens: number }
  let heard: string[]
  let problems: string[]
  let feed: ReturnType<typeof messageFeed>
  let isFailing: boolean

  beforeEach(async () => {
    engine = await openTestDatabase()
    line = { isCut: false, listens: 0 }
    heard = []
    problems = []
    isFailing = false
    const cuttable: Engine = {
      ...engine,
      query: (sql, parameters) =>
        isFailing && sql.includes('any(') ? Promise.reject(new Error('away')) : engine.query(sql, parameters),
      listen: (channel, tell) => {
        line = { isCut: false, listens: line.listens + 1 }
        const mine = line
        return engine.listen(channel, (payload) => mine.isCut || tell(payload))
      },
    }
    feed = messageFeed({
      engine: cuttable,
      store: messageStore(cuttable),
      heard: (message) => heard.push(message.event),
      isWanted: () => true,
      report: (problem) => problems.push(problem),
    })
    await feed.listening
  })
  afterEach(async () => {
    await feed.close()
    await engine.close()
  })

  const send = (event: string) => engine.query(`select realtime.send('{}', $1, 'page:feed')`, [event])

  test('tells each message once, and none that was sent before it listened', async () => {
    await send('one')
    await send('two')
    await eventually(() => expect(heard).toEqual(['one', 'two']))
    await feed.probe()
    await feed.probe()
    expect(heard).toEqual(['one', 'two'])
  })

  test('listens anew when its line was cut, and tells what it missed, once', async () => {
    await send('before')
    await eventually(() => expect(heard).toEqual(['before']))
    await feed.probe()
    line.isCut = true
    await send('missed')

    await feed.probe()
    await feed.probe()

    await eventually(() => expect(heard).toEqual(['before', 'missed']))
    expect(line.listens).toBeGreaterThan(1)
    await send('after')
    await eventually(() => expect(heard).toEqual(['before', 'missed', 'after']))
  })

  test('reads again what could not be read', async () => {
    isFailing = true
    await send('patient')
    await eventually(() => expect(problems).toEqual(['Messages could not be read; they are read again']))
    isFailing = false
    await eventually(() => expect(heard).toEqual(['patient']))
  })
})

describe('a server whose listening connection PostgreSQL ends', () => {
  test('goes on telling, and what was sent meanwhile arrives too', async ({ skip }) => {
    const server = await startTestServer({ limits: { probeMs: 100 } })
    const user = newUser()
    await server.allow(user, 'page:cut')
    const client = await server.raw({ vsn: '1.0.0' })
    await client.join('1', 'page:cut', await server.token(user))
    if (server.engine.kind !== 'postgres') {
      await server.close()
      return skip('PGlite has no connection to lose')
    }
    await server.engine.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`,
    )
    await server.send('page:cut', 'meanwhile', {})
    expect(await client.event('broadcast')).toMatchObject({ payload: { event: 'meanwhile' } })
    await server.send('page:cut', 'afterwards', {})
    expect(await client.event('broadcast')).toMatchObject({ payload: { event: 'afterwards' } })
    await server.close()
  })
})
