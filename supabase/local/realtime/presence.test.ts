import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { presenceRoster, presenceWish } from './presence.ts'
import { newUser, startTestServer, type TestServer } from './test-server.ts'

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 })

describe('the roster of a topic', () => {
  const roster = () => {
    let ref = 0
    return presenceRoster(() => `ref-${++ref}`)
  }

  test('tells who came, who changed and who left, by key', () => {
    const { state, track, untrack } = roster()
    const [tab, otherTab] = [{}, {}]

    expect(track('t', tab, 'ann', { at: 'a' })).toEqual({
      joins: { ann: { metas: [{ at: 'a', phx_ref: 'ref-1' }] } },
      leaves: {},
    })
    expect(track('t', otherTab, 'ann', { at: 'b' })).toEqual({
      joins: { ann: { metas: [{ at: 'b', phx_ref: 'ref-2' }] } },
      leaves: {},
    })
    expect(track('t', tab, 'ann', { at: 'c' })).toEqual({
      joins: { ann: { metas: [{ at: 'c', phx_ref: 'ref-3', phx_ref_prev: 'ref-1' }] } },
      leaves: { ann: { metas: [{ at: 'a', phx_ref: 'ref-1' }] } },
    })
    expect(untrack('t', otherTab)).toEqual({ joins: {}, leaves: { ann: { metas: [{ at: 'b', phx_ref: 'ref-2' }] } } })
    expect(state('t')).toEqual({ ann: { metas: [{ at: 'c', phx_ref: 'ref-3', phx_ref_prev: 'ref-1' }] } })
    untrack('t', tab)
    expect(state('t')).toEqual({})
  })

  test('says nothing when nothing changes', () => {
    const { track, untrack } = roster()
    const tab = {}
    track('t', tab, 'ann', { at: 'a' })
    expect(track('t', tab, 'ann', { at: 'a' })).toBeNull()
    expect(untrack('t', {})).toBeNull()
  })

  test('keeps keys that are names of object parts, and its own refs', () => {
    const { state, track } = roster()
    track('t', {}, '__proto__', { phx_ref: 'mine' })
    expect(JSON.stringify(state('t'))).toBe('{"__proto__":{"metas":[{"phx_ref":"ref-1"}]}}')
  })

  test('refuses what is neither track nor untrack, no map, or too large', () => {
    expect(presenceWish({ event: 'dance' }, 10)).toEqual({
      kind: 'refused',
      reason: 'UnknownPresenceEvent: Send track or untrack',
    })
    expect(presenceWish(null, 10).kind).toBe('refused')
    expect(presenceWish({ event: 'track', payload: 'x' }, 10).kind).toBe('refused')
    expect(presenceWish({ event: 'track', payload: { a: 'long enough' } }, 10).kind).toBe('refused')
    expect(presenceWish({ event: 'TRACK', payload: { a: 1 } }, 10)).toEqual({ kind: 'track', payload: { a: 1 } })
    expect(presenceWish({ event: 'untrack' }, 10)).toEqual({ kind: 'untrack' })
  })
})

describe('presence between clients', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const watch = async (topic: string, key: string, may: 'hear' | 'both' = 'both') => {
    const user = newUser()
    await server.allow(user, topic, may)
    const client = await server.client(await server.token(user))
    const channel = client.channel(topic, { config: { private: true, presence: { key } } })
    const news: string[] = []
    channel
      .on('presence', { event: 'join' }, ({ key: who, newPresences }) =>
        news.push(`+${who} ${newPresences[0]?.['page']}`),
      )
      .on('presence', { event: 'leave' }, ({ key: who }) => news.push(`-${who}`))
    await new Promise<void>((resolve) => channel.subscribe((status) => status === 'SUBSCRIBED' && resolve()))
    return { client, channel, news, user }
  }
  const names = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort()

  test('a newcomer sees who is there, and all see who comes, changes, hides and leaves', async () => {
    const ann = await watch('task:1', 'ann')
    expect(await ann.channel.track({ page: 'one' })).toBe('ok')
    const bob = await watch('task:1', 'bob')
    await eventually(() => expect(names(bob.channel)).toEqual(['ann']))

    await bob.channel.track({ page: 'two' })
    await eventually(() => expect(names(ann.channel)).toEqual(['ann', 'bob']))
    await bob.channel.track({ page: 'three' })
    await eventually(() =>
      expect(ann.channel.presenceState()['bob']).toEqual([{ page: 'three', presence_ref: expect.any(String) }]),
    )
    await ann.channel.untrack()
    await eventually(() => expect(names(bob.channel)).toEqual(['bob']))
    await bob.client.realtime.disconnect()
    await eventually(() => expect(names(ann.channel)).toEqual([]))

    expect(ann.news).toEqual(['+ann one', '+bob two', '+bob three', '-bob', '-ann', '-bob'])
  })

  test('D6: nobody shows themselves as somebody else', async () => {
    const ann = await watch('task:5', 'ann')
    const mallory = await watch('task:5', 'mallory')
    await mallory.channel.track({ user_id: ann.user, typing: true })
    await eventually(() =>
      expect(ann.channel.presenceState()['mallory']).toMatchObject([{ user_id: mallory.user, typing: true }]),
    )
  })

  test('who may not speak may look and not show', async () => {
    const shown = await watch('task:2', 'shown')
    await shown.channel.track({ page: 'one' })
    const hidden = await watch('task:2', 'hidden', 'hear')
    expect(await hidden.channel.track({ page: 'two' })).toBe('error')
    await eventually(() => expect(names(hidden.channel)).toEqual(['shown']))
    expect(names(shown.channel)).toEqual(['shown'])
  })

  test('does not cross topics', async () => {
    const one = await watch('task:3', 'one')
    const other = await watch('task:4', 'other')
    await one.channel.track({ page: 'one' })
    await other.channel.track({ page: 'two' })
    await eventually(() => expect(names(other.channel)).toEqual(['other']))
    expect(names(one.channel)).toEqual(['one'])
  })
})
