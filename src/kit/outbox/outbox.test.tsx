// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { OutboxEntry } from '@/shared/domain/records/outbox'
import { createOutbox, type Sending } from './outbox'
import type { OutboxKind } from './outbox-kind'

const me = {
  id: 'me',
  email: '',
  name: 'Me',
  avatarUrl: null,
  rights: { role: 'sales' as const, pages: [], named: [] },
}
const comment: OutboxKind<string> = {
  name: 'comment',
  schema: z.string(),
  send: () => Promise.resolve(),
  touches: () => [],
}
const status: OutboxKind<string> = { ...comment, name: 'status', merge: (_, later) => later }

const leave: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  setOnline(true)
})
afterEach(() => {
  for (const step of leave.splice(0)) step()
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

type Line = 'open' | 'cut before it arrives' | 'cut before the answer' | 'silent' | 'refuses'

/** A server that keeps each id once, at the end of a line, and tabs of one browser. */
function openWorld() {
  const stored = new Map<string, unknown>()
  const world = { line: 'open' as Line, sent: 0, settledLater: [] as string[], withdrawn: [] as string[] }
  const send = async ({ id, payload }: OutboxEntry): Promise<Sending> => {
    world.sent += 1
    if (world.line === 'silent') return new Promise(() => {})
    if (world.line === 'cut before it arrives') return { kind: 'unreachable' }
    if (world.line === 'refuses') return { kind: 'refused', reason: 'Not today', error: new Error('Not today') }
    if (!stored.has(id)) stored.set(id, payload)
    return world.line === 'cut before the answer' ? { kind: 'unreachable' } : { kind: 'sent' }
  }
  const openTab = () => {
    const tab = createOutbox({
      userId: 'me',
      send,
      onUnkept: () => {},
      onSettledLater: ({ state }) => world.settledLater.push(state),
      onEndedElsewhere: () => {},
      onWithdrawn: ({ id }) => world.withdrawn.push(id),
    })
    tab.sendAs(me)
    const close = tab.start()
    leave.push(close)
    return { ...tab, close, states: () => tab.getSnapshot().map(({ state }) => state) }
  }
  return { world, openTab, stored: () => [...stored.values()] }
}

const said = { about: 'task', label: 'Comment', payload: 'Drying now' }
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the network goes', () => {
  test('1. before anything is sent: it waits, says so at once, and goes when the network is back', async () => {
    const { openTab, stored, world } = openWorld()
    const tab = openTab()
    setOnline(false)
    expect(await tab.perform(comment, said)).toEqual({ kind: 'waiting' })
    expect([tab.states(), world.sent]).toEqual([['waiting'], 0])
    setOnline(true)
    await pass(0)
    expect([tab.states(), stored()]).toEqual([[], ['Drying now']])
  })

  test('2. while it is sent: it waits, and is sent again', async () => {
    const { openTab, stored, world } = openWorld()
    const tab = openTab()
    world.line = 'cut before it arrives'
    expect(await tab.perform(comment, said)).toEqual({ kind: 'waiting' })
    world.line = 'open'
    await pass(2_000)
    expect([tab.states(), stored(), world.sent]).toEqual([[], ['Drying now'], 2])
  })

  test('3. before the answer: it is there once, however often it is sent', async () => {
    const { openTab, stored, world } = openWorld()
    const tab = openTab()
    world.line = 'cut before the answer'
    expect(await tab.perform(comment, said)).toEqual({ kind: 'waiting' })
    await pass(2_000)
    world.line = 'open'
    await pass(5_000)
    expect([tab.states(), stored(), world.sent]).toEqual([[], ['Drying now'], 3])
  })

  test('4. without a word: after 12 s it waits', async () => {
    const { openTab, world } = openWorld()
    const tab = openTab()
    world.line = 'silent'
    const done = tab.perform(comment, said)
    await pass(12_000)
    expect(await done).toEqual({ kind: 'waiting' })
    expect(tab.states()).toEqual(['waiting'])
  })

  test('4b. without a word to another one: what stands behind it waits too, in both tabs', async () => {
    const { openTab, stored, world } = openWorld()
    const [tab, second] = [openTab(), openTab()]
    world.line = 'silent'
    const first = tab.perform(comment, said)
    const behind = tab.perform(status, { ...said, payload: 'Ready' })
    const elsewhere = second.perform(comment, { ...said, payload: 'Me too' })
    await pass(12_000)
    expect(await Promise.all([first, behind, elsewhere])).toEqual(Array(3).fill({ kind: 'waiting' }))
    world.line = 'open'
    await pass(2_000)
    expect([tab.states(), stored()]).toEqual([[], ['Drying now', 'Ready', 'Me too']])
  })

  test('5. and the page is reloaded: it is still there, and goes', async () => {
    const { openTab, stored } = openWorld()
    const before = openTab()
    setOnline(false)
    await before.perform(comment, said)
    before.close()
    const after = openTab()
    expect(after.states()).toEqual(['waiting'])
    setOnline(true)
    await pass(0)
    expect([after.states(), stored()]).toEqual([[], ['Drying now']])
  })

  test('6. with the tab that was sending: the next one sends again', async () => {
    const { openTab, stored, world } = openWorld()
    const before = openTab()
    world.line = 'silent'
    void before.perform(comment, said)
    await pass(0)
    expect(before.states()).toEqual(['sending'])
    before.close()
    world.line = 'open'
    const after = openTab()
    await pass(0)
    expect([after.states(), stored()]).toEqual([[], ['Drying now']])
  })

  test('7. and somebody withdraws what waits: it is never sent', async () => {
    const { openTab, stored, world } = openWorld()
    const tab = openTab()
    setOnline(false)
    await tab.perform(comment, said)
    const id = tab.getSnapshot()[0]?.id ?? ''
    tab.withdraw(id)
    setOnline(true)
    await pass(60_000)
    expect([tab.states(), stored(), world.sent, localStorage.length]).toEqual([[], [], 0, 0])
    expect(world.withdrawn).toEqual([id])
  })

  test('8. and the server refuses it afterwards: it stays with the reason, and somebody is told', async () => {
    const { openTab, world } = openWorld()
    const tab = openTab()
    setOnline(false)
    await tab.perform(comment, said)
    world.line = 'refuses'
    setOnline(true)
    await pass(0)
    expect(tab.getSnapshot()).toMatchObject([{ state: 'refused', reason: 'Not today' }])
    expect(world.settledLater).toEqual(['refused'])
  })
})

test('what is refused at once rejects, and leaves nothing behind', async () => {
  const { openTab, world } = openWorld()
  const tab = openTab()
  world.line = 'refuses'
  await expect(tab.perform(comment, said)).rejects.toThrow('Not today')
  expect([tab.states(), localStorage.length]).toEqual([[], 0])
})

test('a second choice takes the place of the first, which was not sent', async () => {
  const { openTab, stored } = openWorld()
  const tab = openTab()
  setOnline(false)
  await tab.perform(status, { ...said, payload: 'in_progress' })
  await tab.perform(status, { ...said, payload: 'completed' })
  setOnline(true)
  await pass(0)
  expect(stored()).toEqual(['completed'])
})

test('two drafts of one id with different words are two', async () => {
  const { openTab, stored } = openWorld()
  const tab = openTab()
  setOnline(false)
  const id = '00000000-0000-4000-8000-000000000007'
  await tab.add(comment, { ...said, id, payload: 'Old words' })
  await tab.add(comment, { ...said, id, payload: 'New words' })
  setOnline(true)
  await pass(0)
  expect(stored()).toEqual(['Old words', 'New words'])
})
