import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closedPause, createChannels, type Signal } from './channels'

const live: Signal = { kind: 'live' }
const lost: Signal = { kind: 'lost' }
const message: Signal = { kind: 'message', event: 'changed', payload: { id: '1' } }

/** A channel as the Supabase client gives it, in the hands of a test. */
class FakeChannel {
  say: (status: string) => void = () => {}
  hear: (message: { event: string; payload?: unknown }) => void = () => {}

  on(_type: 'broadcast', _filter: { event: string }, heard: FakeChannel['hear']) {
    this.hear = heard
    return this
  }

  subscribe(said: FakeChannel['say']) {
    this.say = said
    return this
  }
}

type Given = { setAuth?: () => Promise<void>; reopenAfter?: (closings: number) => number }

function startChannels({ setAuth = async () => {}, reopenAfter = () => 5000 }: Given = {}) {
  const joined: { topic: string; options: unknown; channel: FakeChannel }[] = []
  const noted: string[] = []
  const news = {
    joining: () => {
      noted.push('joining')
      return () => void noted.push('settled')
    },
    heard: () => void noted.push('heard'),
  }
  const left: { channel: FakeChannel; done: () => void }[] = []
  const channels = createChannels(
    {
      channel: (topic, options) => {
        const channel = new FakeChannel()
        joined.push({ topic, options, channel })
        return channel
      },
      removeChannel: (channel: FakeChannel) =>
        new Promise((resolve) => left.push({ channel, done: () => resolve('ok') })),
      realtime: { setAuth },
    },
    { linger: 1000, reopenAfter, news },
  )
  const listen = (topic: string) => {
    const heard: Signal[] = []
    const subscription = channels(topic).subscribe((signal) => heard.push(signal))
    return { heard, stop: () => subscription.unsubscribe() }
  }
  const channelAt = (visit: number) => {
    const entry = joined[visit]
    if (!entry) throw new Error(`Visit ${visit} never joined.`)
    return entry.channel
  }
  return { channels, listen, joined, left, noted, channelAt }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('one topic', () => {
  test('is joined as a private channel', async () => {
    const { listen, joined } = startChannels()
    listen('user:1')
    await settled()
    expect(joined.map(({ topic, options }) => ({ topic, options }))).toEqual([
      { topic: 'user:1', options: { config: { private: true } } },
    ])
  })

  test('starts as lost, becomes live and carries messages', async () => {
    const { listen, channelAt } = startChannels()
    const { heard } = listen('user:1')
    await settled()
    channelAt(0).say('SUBSCRIBED')
    channelAt(0).hear({ event: 'changed', payload: { id: '1' } })
    expect(heard).toEqual([lost, live, message])
  })

  test.each(['CHANNEL_ERROR', 'TIMED_OUT'])('%s is lost, and the client itself comes back', async (status) => {
    const { listen, channelAt, joined } = startChannels()
    const { heard } = listen('user:1')
    await settled()
    channelAt(0).say('SUBSCRIBED')
    channelAt(0).say(status)
    await vi.advanceTimersByTimeAsync(60_000)
    channelAt(0).say('SUBSCRIBED')
    expect(heard).toEqual([lost, live, lost, live])
    expect(joined.length).toBe(1)
  })

  test('is opened once, and a late listener learns at once that it is live', async () => {
    const { listen, channelAt, joined } = startChannels()
    listen('user:1')
    await settled()
    channelAt(0).say('SUBSCRIBED')
    const late = listen('user:1')
    await settled()
    expect(late.heard).toEqual([live])
    expect(joined.length).toBe(1)
  })

  test('is joined only after the token is set', async () => {
    const token = Promise.withResolvers<void>()
    const { listen, joined } = startChannels({ setAuth: () => token.promise })
    listen('user:1')
    await settled()
    expect(joined).toEqual([])
    token.resolve()
    await settled()
    expect(joined.length).toBe(1)
  })

  test('is joined even when the token cannot be read: the server says no, not we', async () => {
    const { listen, joined } = startChannels({ setAuth: () => Promise.reject(new Error('no session')) })
    listen('user:1')
    await settled()
    expect(joined.length).toBe(1)
  })
})

describe('what is noted of a topic', () => {
  test('is that it is being joined, as soon as somebody listens, and all that it says before its listeners hear it', async () => {
    const { channels, channelAt, noted } = startChannels()
    channels('user:1').subscribe(({ kind }) => noted.push(kind))
    expect(noted).toEqual(['lost', 'joining'])
    await settled()
    channelAt(0).say('SUBSCRIBED')
    channelAt(0).hear({ event: 'changed', payload: { id: '1' } })
    expect(noted).toEqual(['lost', 'joining', 'heard', 'settled', 'live', 'heard', 'message'])
  })

  test('is no news when it cannot be joined, and nobody waits for it longer', async () => {
    const { listen, channelAt, noted } = startChannels()
    listen('user:1')
    await settled()
    channelAt(0).say('CHANNEL_ERROR')
    expect(noted).toEqual(['joining', 'settled'])
  })

  test('ends when nobody listens any more', async () => {
    const { listen, noted } = startChannels()
    listen('user:1').stop()
    await vi.advanceTimersByTimeAsync(1000)
    expect(noted).toEqual(['joining', 'settled'])
  })
})

describe('leaving a topic', () => {
  test('waits a moment, so a remount keeps the channel', async () => {
    const { listen, channelAt, joined, left } = startChannels()
    const first = listen('user:1')
    await settled()
    channelAt(0).say('SUBSCRIBED')
    first.stop()
    await vi.advanceTimersByTimeAsync(999)
    expect(listen('user:1').heard).toEqual([live])
    await vi.advanceTimersByTimeAsync(5000)
    expect({ joined: joined.length, left: left.length }).toEqual({ joined: 1, left: 0 })
  })

  test('happens after the linger', async () => {
    const { listen, channelAt, left } = startChannels()
    const first = listen('user:1')
    await settled()
    first.stop()
    await vi.advanceTimersByTimeAsync(1000)
    expect(left.map(({ channel }) => channel)).toEqual([channelAt(0)])
  })

  test('is finished before the same topic is joined again', async () => {
    const { listen, joined, left } = startChannels()
    const first = listen('user:1')
    await settled()
    first.stop()
    await vi.advanceTimersByTimeAsync(1000)
    const second = listen('user:1')
    await vi.advanceTimersByTimeAsync(3000)
    expect(joined.length).toBe(1)
    left[0]?.done()
    await settled()
    expect(joined.length).toBe(2)
    expect(second.heard).toEqual([lost])
  })

  test('before the token came joins nothing', async () => {
    const token = Promise.withResolvers<void>()
    const { listen, joined } = startChannels({ setAuth: () => token.promise })
    listen('user:1').stop()
    await vi.advanceTimersByTimeAsync(1000)
    token.resolve()
    await settled()
    expect(joined).toEqual([])
  })
})

test('an Observable kept from before shares the channel of a newer one', async () => {
  const { channels, joined, left } = startChannels()
  const kept$ = channels('user:1')
  kept$.subscribe().unsubscribe()
  await vi.advanceTimersByTimeAsync(1000)
  left[0]?.done()
  channels('user:1').subscribe()
  kept$.subscribe()
  await settled()
  expect(joined.length).toBe(2)
})

describe('a topic that the server closed', () => {
  test('is asked for again after a pause', async () => {
    const { listen, channelAt, joined, left } = startChannels()
    const { heard } = listen('user:1')
    await settled()
    channelAt(0).say('SUBSCRIBED')
    channelAt(0).say('CLOSED')
    left[0]?.done()
    await vi.advanceTimersByTimeAsync(4999)
    expect(joined.length).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    channelAt(1).say('SUBSCRIBED')
    expect(heard).toEqual([lost, live, lost, live])
  })

  test('is asked for after ever longer pauses, until it was live again', async () => {
    const pauses: number[] = []
    const { listen, channelAt, left } = startChannels({
      reopenAfter: (closings) => {
        pauses.push(closings)
        return 0
      },
    })
    listen('user:1')
    await settled()
    const close = async (visit: number) => {
      channelAt(visit).say('CLOSED')
      left[visit]?.done()
      await vi.advanceTimersByTimeAsync(1)
    }
    await close(0)
    await close(1)
    channelAt(2).say('SUBSCRIBED')
    await close(2)
    expect(pauses).toEqual([1, 2, 1])
  })

  test('is asked for within 2 s first, which is soon enough for 5 s in all, and at last within 30 s', () =>
    expect([1, 2, 3, 4, 50].map((closings) => closedPause(closings, () => 1))).toEqual([
      2000, 5000, 10_000, 30_000, 30_000,
    ]))

  test('is left alone when nobody listens any more', async () => {
    const { listen, channelAt, joined } = startChannels()
    const { stop } = listen('user:1')
    await settled()
    channelAt(0).say('CLOSED')
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(joined.length).toBe(1)
  })
})
