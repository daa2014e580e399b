import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { OutboxEntry, SendOutcome } from '@/shared/domain/records/outbox'
import { outboxMachine } from './outbox.machine'

const entry = (place: number, change: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: `00000000-0000-4000-8000-00000000000${place}`,
  kind: 'comment',
  about: 'task',
  label: `Comment ${place}`,
  payload: place,
  madeAt: place,
  state: 'waiting',
  isTried: false,
  reason: null,
  ...change,
})

/** One tab with its turn to send; the server answers when `answer` is called. */
function open(entries: OutboxEntry[] = [], { isMine = true, isOnline = true } = {}) {
  const clock = new SimulatedClock()
  const asked: { entry: OutboxEntry; answer: (outcome: SendOutcome) => void }[] = []
  const told: string[] = []
  const outbox = createActor(
    outboxMachine.provide({
      actors: {
        send: fromPromise(({ input }) => new Promise<SendOutcome>((answer) => asked.push({ entry: input, answer }))),
      },
    }),
    { clock, input: { entries, isOnline } },
  )
  outbox.on('entry.changed', ({ entry: { label, state } }) => told.push(`${label}: ${state}`))
  outbox.start()
  if (isMine) outbox.send({ type: 'turn.changed', isMine: true })
  const states = () => outbox.getSnapshot().context.entries.map(({ label, state }) => `${label}: ${state}`)
  const answer = async (outcome: SendOutcome) => {
    asked.at(-1)?.answer(outcome)
    await new Promise((done) => setTimeout(done))
  }
  return { outbox, clock, asked, told, states, answer }
}

describe('an outbox', () => {
  test('sends one entry after the other, the oldest first', async () => {
    const { asked, answer, states } = open([entry(2), entry(1)])
    expect(asked.map((one) => one.entry.label)).toEqual(['Comment 1'])
    await answer({ kind: 'sent' })
    expect(asked.map((one) => one.entry.label)).toEqual(['Comment 1', 'Comment 2'])
    await answer({ kind: 'sent' })
    expect(states()).toEqual([])
  })

  test('keeps a refused entry with its reason, and sends the next', async () => {
    const { outbox, answer, states } = open([entry(1), entry(2)])
    await answer({ kind: 'refused', reason: 'Not today' })
    expect(states()).toEqual(['Comment 1: refused', 'Comment 2: sending'])
    expect(outbox.getSnapshot().context.entries[0]?.reason).toBe('Not today')
    await answer({ kind: 'sent' })
    outbox.send({ type: 'entry.again', id: entry(1).id })
    expect(states()).toEqual(['Comment 1: sending'])
  })

  test('rests when nobody answers, longer each time, and begins again when the network is back', async () => {
    const { outbox, clock, asked, answer, states } = open([entry(1)])
    await answer({ kind: 'unreachable' })
    expect(states()).toEqual(['Comment 1: waiting'])
    clock.increment(2_000)
    expect(asked).toHaveLength(2)
    await answer({ kind: 'unreachable' })
    clock.increment(4_999)
    expect(asked).toHaveLength(2)
    outbox.send({ type: 'network.changed', isOnline: true })
    expect(asked).toHaveLength(3)
  })

  test('takes a server that is silent for 12 s for unreachable', () => {
    const { clock, states } = open([entry(1)])
    clock.increment(11_999)
    expect(states()).toEqual(['Comment 1: sending'])
    clock.increment(1)
    expect(states()).toEqual(['Comment 1: waiting'])
  })

  test('without a network, or without its turn, sends nothing', () => {
    const offline = open([entry(1)], { isOnline: false })
    const other = open([entry(1)], { isMine: false })
    expect([offline.asked, other.asked]).toEqual([[], []])
    other.outbox.send({ type: 'turn.changed', isMine: true })
    offline.outbox.send({ type: 'network.changed', isOnline: true })
    expect([offline.asked.length, other.asked.length]).toEqual([1, 1])
  })

  test('sends again what a tab that is gone was sending', () => {
    const { asked } = open([entry(1, { state: 'sending' })])
    expect(asked.map((one) => one.entry)).toEqual([entry(1, { state: 'sending', isTried: true })])
  })

  test('withdraws what waits, and nothing that is on its way', () => {
    const { outbox, told, states } = open([entry(1), entry(2)])
    outbox.send({ type: 'entry.withdraw', id: entry(1).id })
    outbox.send({ type: 'entry.withdraw', id: entry(2).id })
    expect(states()).toEqual(['Comment 1: sending'])
    expect(told).toEqual(['Comment 1: sending', 'Comment 2: withdrawn'])
  })

  test('puts one entry in the place of another that still waits', () => {
    const { outbox, states, told } = open([entry(1)], { isOnline: false })
    outbox.send({ type: 'entry.add', entry: entry(2), replaces: entry(1).id })
    expect(states()).toEqual(['Comment 2: waiting'])
    expect(told).toEqual(['Comment 1: withdrawn', 'Comment 2: waiting'])
  })

  test('hears from the other tabs what they add, send and withdraw', () => {
    const { outbox, states } = open([], { isMine: false })
    outbox.send({ type: 'entry.heard', entry: entry(1) })
    expect(states()).toEqual(['Comment 1: waiting'])
    outbox.send({ type: 'entry.heard', entry: entry(1, { state: 'sent' }) })
    expect(states()).toEqual([])
  })
})
