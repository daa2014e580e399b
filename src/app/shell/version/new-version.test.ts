import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { of, Subject } from 'rxjs'
import type { ConnectionState } from '@/shared/domain/web/connection'
import { buildOfPage } from '@/shared/lib/build-of-page'
import { newVersion, returns } from './new-version'

const page = (name: string) =>
  `<html><head><script type="module" crossorigin src="/assets/${name}"></script></head><body></body></html>`

describe('the build of a page', () => {
  test('is the name of its first script', () => expect(buildOfPage(page('index-4f2.js'))).toBe('index-4f2.js'))
  test('is unknown in development and on pages that are not ours', () =>
    expect([
      buildOfPage('<script type="module" src="/src/app/start/main.tsx"></script>'),
      buildOfPage('Not found'),
    ]).toEqual([null, null]))
})

describe('a new version', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function watch(answers: (string | null)[], running: string | null = 'old.js') {
    const reasons$ = new Subject<void>()
    const read = vi.fn(() => Promise.resolve(answers.shift() ?? null))
    const heard: boolean[] = []
    newVersion(reasons$, read, running).subscribe((isNew) => heard.push(isNew))
    const ask = async () => {
      reasons$.next()
      await vi.advanceTimersByTimeAsync(2000)
    }
    return { reasons$, read, heard, ask }
  }

  test('is told once, and then asked for no more', async () => {
    const { ask, heard, read } = watch(['old.js', 'new.js', 'newer.js'])
    await ask()
    expect(heard).toEqual([])
    await ask()
    await ask()
    expect([heard, read.mock.calls.length]).toEqual([[true], 2])
  })

  test('is not a page that cannot be read', async () => {
    const { ask, heard } = watch([null])
    await ask()
    expect(heard).toEqual([])
  })

  test('is asked for once when many reasons come together', async () => {
    const { reasons$, read, ask } = watch(['old.js'])
    reasons$.next()
    reasons$.next()
    await ask()
    expect(read.mock.calls.length).toBe(1)
  })

  test('is never asked for in development', async () => {
    const { ask, read } = watch(['new.js'], null)
    await ask()
    expect(read.mock.calls.length).toBe(0)
  })
})

test('only a line that was down comes back', () => {
  const states: ConnectionState[] = ['polling', 'live', 'live', 'offline', 'polling', 'live']
  let count = 0
  returns(of(...states)).subscribe(() => (count += 1))
  expect(count).toBe(2)
})
