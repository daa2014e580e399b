// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { forgetKey, forgetVisits, keysFrom, memoryOfBrowser, memoryOfPerson, memoryOfVisit, storedText } from './memory'

const sizes = z.array(z.number())
const inBrowser = memoryOfBrowser('sizes', sizes)
const key = 'signwright:sizes'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('what is kept is read again, until it is forgotten', () => {
  expect(inBrowser.read()).toBe(null)
  expect(inBrowser.keep([3, 4])).toBe(true)
  expect(inBrowser.read()).toEqual([3, 4])
  inBrowser.forget()
  expect([inBrowser.read(), localStorage.length]).toEqual([null, 0])
})

test.each(['', '{', 'null', '"3"', '[3,"4"]', '{"0":3}'])('a storage that reads %s remembers nothing', (text) => {
  localStorage.setItem(key, text)
  expect(inBrowser.read()).toBe(null)
})

test('a full storage says so and keeps what it had', () => {
  inBrowser.keep([3])
  const kept = localStorage.getItem(key)
  vi.stubGlobal('localStorage', {
    getItem: () => kept,
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  })
  expect([inBrowser.keep([4]), inBrowser.read()]).toEqual([false, [3]])
})

test('a blocked storage remembers nothing, and nothing breaks', () => {
  const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  expect([inBrowser.keep([3]), inBrowser.read(), storedText(key), keysFrom('')]).toEqual([false, null, null, []])
  inBrowser.forget()
  forgetKey(key)
  forgetVisits()
  blocked.mockRestore()
})

describe('two people on one browser', () => {
  test('do not meet what it remembers for the other', () => {
    memoryOfPerson('petra', 'sizes', sizes).keep([3])
    expect(memoryOfPerson('mark', 'sizes', sizes).read()).toBe(null)
    expect(memoryOfPerson('petra', 'sizes', sizes).read()).toEqual([3])
  })

  test('a sign-out takes what was seen, and leaves the rest', () => {
    memoryOfVisit('petra', 'sizes', sizes).keep([1])
    memoryOfPerson('petra', 'sizes', sizes).keep([2])
    inBrowser.keep([3])
    forgetVisits()
    expect([memoryOfVisit('petra', 'sizes', sizes).read(), memoryOfPerson('petra', 'sizes', sizes).read()]).toEqual([
      null,
      [2],
    ])
    expect(inBrowser.read()).toEqual([3])
  })
})

test('what another tab keeps is heard, parsed, until nobody listens', () => {
  const heard: unknown[] = []
  const stop = inBrowser.onKeptElsewhere((value) => heard.push(value))
  const tell = (newValue: string | null, of = key) =>
    window.dispatchEvent(new StorageEvent('storage', { key: of, newValue }))
  tell('[3]')
  tell('[5]', 'signwright:other')
  tell('{')
  tell(null)
  stop()
  tell('[4]')
  expect(heard).toEqual([[3], null, null])
})
