import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveNews } from '../db/live-news'
import { readsAfterJoin } from './read-after-join'
import { readAgain, readInTurn } from './read-again'

const stops: (() => void)[] = []
// Fakes the timer that gives up on a topic, so that a slow machine does not fire it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})
const until = (holds: () => void) => vi.waitFor(holds, { timeout: 10_000 })

/** Mounts a query as the app reads it; the test decides when its readings answer. */
function show(options: { persister?: typeof readsAfterJoin.read } = { persister: readsAfterJoin.read }) {
  const house = { stored: 'before' }
  const readings: (() => void)[] = []
  let failLast = () => {}
  const read = () => {
    const seen = house.stored
    return new Promise<string>((resolve, reject) => {
      readings.push(() => resolve(seen))
      failLast = () => reject(new TypeError('fetch failed'))
    })
  }
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'online', ...options } },
  })
  const observer = new QueryObserver(queryClient, { queryKey: ['site'], queryFn: read })
  stops.push(observer.subscribe(() => {}))
  const shown = () => observer.getCurrentResult().data
  return {
    house,
    readings,
    failLast: () => failLast(),
    shown,
    again: (because?: 'connected') => readAgain(queryClient, ['site'], because),
  }
}

test('a change during the first reading is shown, although that reading began before it', async () => {
  const { house, readings, shown, again } = show({})
  house.stored = 'after'
  const done = again()
  readings[0]?.()
  await until(() => expect(readings).toHaveLength(2))
  readings[1]?.()
  await done
  expect(shown()).toBe('after')
})

test('a reading that waits for its topic shows what was changed meanwhile, and is the only one', async () => {
  const settled = liveNews.joining()
  const { house, readings, shown, again } = show()
  house.stored = 'after'
  await again()
  liveNews.heard()
  settled()
  await again('connected')
  await until(() => expect(readings).toHaveLength(1))
  readings[0]?.()
  await until(() => expect(shown()).toBe('after'))
  expect(readings).toHaveLength(1)
})

test('a reading that began before its topic was live is followed by another one', async () => {
  const { house, readings, shown, again } = show()
  await until(() => expect(readings).toHaveLength(1))
  house.stored = 'after'
  liveNews.heard()
  const done = again('connected')
  readings[0]?.()
  await until(() => expect(readings).toHaveLength(2))
  readings[1]?.()
  await done
  expect(shown()).toBe('after')
})

test('what was read on a live topic is read again for a new listener only when something was heard since', async () => {
  const { readings, shown, again } = show()
  await until(() => expect(readings).toHaveLength(1))
  readings[0]?.()
  await until(() => expect(shown()).toBe('before'))
  await again('connected')
  expect(readings).toHaveLength(1)

  liveNews.heard()
  const done = again('connected')
  await until(() => expect(readings).toHaveLength(2))
  readings[1]?.()
  await done
})

test('what could not be read again is asked for on connection, although nothing was heard since', async () => {
  const { readings, shown, failLast, again } = show()
  await until(() => expect(readings).toHaveLength(1))
  readings[0]?.()
  await until(() => expect(shown()).toBe('before'))
  const failing = again()
  await until(() => expect(readings).toHaveLength(2))
  failLast()
  await failing
  void again('connected')
  await until(() => expect(readings).toHaveLength(3))
})

test('read in turn, one query waits for the one before; what is not shown is read when it is shown again', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const answers: (() => void)[] = []
  const began: string[] = []
  for (const name of ['head', 'margin']) {
    const queryKey = name === 'head' ? ['one'] : ['one', name]
    queryClient.setQueryData(queryKey, 'before')
    const observer = new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => {
        began.push(name)
        return new Promise<string>((resolve) => answers.push(() => resolve('after')))
      },
    })
    stops.push(observer.subscribe(() => {}))
  }
  queryClient.setQueryData(['one', 'story'], 'before')
  const done = readInTurn(queryClient, ['one'], 'changed')
  await until(() => expect(began).toEqual(['head']))
  answers[0]?.()
  await until(() => expect(began).toEqual(['head', 'margin']))
  answers[1]?.()
  await done
  expect(queryClient.getQueryData(['one', 'margin'])).toBe('after')
  expect(queryClient.getQueryState(['one', 'story'])?.isInvalidated).toBe(true)
})
