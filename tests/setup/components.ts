import { notifications } from '@mantine/notifications'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// The files of a worker share one page and the libraries, because opening those costs more than most tests. The app's
// own modules are new for each file, and what a file leaves on the page is taken away.

vi.resetModules()

// A busy machine may need seconds for an update that is usually instant.
const settings = { ...getConfig(), asyncUtilTimeout: 5_000 }
configure(settings)
// The browser functions that happy-dom lacks and Mantine needs.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
const own = (thing: object) => Object.getOwnPropertyNames(thing)
const before = [document, navigator].map((thing) => ({ thing, names: new Set(own(thing)) }))

/** Timers that were set and not cleared. A late one would run in another test's page, or in none. */
const timers = new Set<ReturnType<typeof setTimeout>>()
const { setTimeout: later, setInterval: often } = globalThis
globalThis.setTimeout = Object.assign((...given: Parameters<typeof setTimeout>) => {
  const timer = later(...given)
  timers.add(timer)
  return timer
}, later)
globalThis.setInterval = Object.assign((...given: Parameters<typeof setInterval>) => {
  const timer = often(...given)
  timers.add(timer)
  return timer
}, often)

afterAll(() => {
  cleanup()
  notifications.cleanQueue()
  notifications.clean()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Object.assign(globalThis, { setTimeout: later, setInterval: often })
  for (const timer of timers) clearTimeout(timer)
  for (const { thing, names } of before)
    for (const name of own(thing)) if (!names.has(name)) Reflect.deleteProperty(thing, name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  configure(settings)
})
