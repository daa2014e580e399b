import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { outboxMachine } from '@/machines/outbox/outbox.machine'
import { isOver, type OutboxEntry, type SendOutcome } from '@/shared/domain/records/outbox'
import { arrows, everyArrow } from './arrows'
import { outboxModel } from './outbox.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(outboxMachine)

const paths = everyArrow(createTestModel(outboxModel))

const entry = (place: number): OutboxEntry => ({
  id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  kind: 'comment',
  about: 'task',
  label: 'Comment',
  payload: null,
  madeAt: place,
  state: 'waiting',
  isTried: false,
  reason: null,
})

/** A browser that keeps what the outbox says, and tabs of it, one after the other. */
function openBrowser() {
  const clock = new SimulatedClock()
  const kept = new Map<string, OutboxEntry>()
  const asked: { answer: (outcome: SendOutcome) => void; fail: (error: Error) => void }[] = []
  let made = 0
  let isOnline = true
  const open = () => {
    const machine = outboxMachine.provide({
      actors: { send: fromPromise(() => new Promise<SendOutcome>((answer, fail) => asked.push({ answer, fail }))) },
    })
    const tab = createActor(machine, {
      clock,
      inspect: walked.inspect,
      input: { entries: [...kept.values()], isOnline },
    })
    tab.on('entry.changed', ({ entry: changed }) => {
      if (isOver(changed)) kept.delete(changed.id)
      else kept.set(changed.id, changed)
    })
    tab.start()
    tab.send({ type: 'turn.changed', isMine: true })
    return tab
  }
  let tab = open()
  const only = () => tab.getSnapshot().context.entries[0]?.id ?? ''
  return {
    states: () => tab.getSnapshot().context.entries.map(({ state }) => state),
    isSending: () => tab.getSnapshot().hasTag('sending'),
    kept: () => [...kept.values()].map(({ state }) => state),
    act: () => tab.send({ type: 'entry.add', entry: entry((made += 1)) }),
    withdraw: () => tab.send({ type: 'entry.withdraw', id: only() }),
    tryAgain: () => tab.send({ type: 'entry.again', id: only() }),
    network: (next: boolean) => {
      isOnline = next
      tab.send({ type: 'network.changed', isOnline })
    },
    answer: async (outcome: SendOutcome) => {
      asked.at(-1)?.answer(outcome)
      await new Promise((done) => setTimeout(done))
    },
    break: async () => {
      asked.at(-1)?.fail(new Error('Broken'))
      await new Promise((done) => setTimeout(done))
    },
    isResting: () => tab.getSnapshot().hasTag('resting'),
    pass: (ms: number) => clock.increment(ms),
    reasons: () => tab.getSnapshot().context.entries.map(({ reason }) => reason),
    otherTabSends: () => {
      const [first] = tab.getSnapshot().context.entries
      if (!first) return
      // That tab forgets it, and tells this one.
      kept.delete(first.id)
      tab.send({ type: 'entry.heard', entry: { ...first, state: 'sent' } })
    },
    reopen: () => {
      tab.stop()
      tab = open()
    },
  }
}

describe('an outbox behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const browser = openBrowser()
      /** What is shown is also what a browser that is killed now would know. */
      const shows =
        (...states: string[]) =>
        () => {
          expect(browser.states()).toEqual(states)
          expect(browser.kept()).toEqual(states)
          expect(browser.isSending()).toBe(states.includes('sending'))
          if (states.length > 0) expect(browser.isResting()).toBe(false)
        }
      const rests = () => {
        expect([browser.states(), browser.kept(), browser.isResting()]).toEqual([['waiting'], ['waiting'], true])
      }
      await path.test({
        events: {
          act: () => browser.act(),
          actWithoutNetwork: () => {
            browser.network(false)
            browser.act()
          },
          serverTakesIt: () => browser.answer({ kind: 'sent' }),
          serverRefusesIt: () => browser.answer({ kind: 'refused', reason: 'Not today' }),
          networkGoes: async () => {
            browser.network(false)
            await browser.answer({ kind: 'unreachable' })
          },
          serverIsSilent: () => {
            browser.pass(11_999)
            expect(browser.isSending()).toBe(true)
            browser.pass(1)
          },
          sendingBreaks: () => browser.break(),
          timePasses: () => {
            browser.pass(1_999)
            expect(browser.isSending()).toBe(false)
            browser.pass(1)
          },
          otherTabSends: () => browser.otherTabSends(),
          networkComes: () => browser.network(true),
          withdraw: () => browser.withdraw(),
          tryAgain: () => browser.tryAgain(),
          reopen: () => browser.reopen(),
        },
        states: {
          nothing: shows(),
          onItsWay: shows('sending'),
          waiting: shows('waiting'),
          resting: rests,
          restingOffline: rests,
          unanswered: rests,
          broken: () => {
            shows('refused')()
            expect(browser.reasons()).toEqual(['Broken'])
          },
          refused: () => {
            shows('refused')()
            expect(browser.reasons()).toEqual(['Not today'])
          },
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(27))
})

test('what was refused is sent again at once while another act rests', async () => {
  const browser = openBrowser()
  browser.act()
  await browser.answer({ kind: 'refused', reason: 'Not today' })
  browser.act()
  await browser.answer({ kind: 'unreachable' })
  browser.tryAgain()
  expect(browser.states()).toEqual(['sending', 'waiting'])
})

test('a server that answers nobody is asked again after 2, 5, 10 and then every 30 seconds', async () => {
  const browser = openBrowser()
  browser.act()
  for (const seconds of [2, 5, 10, 30, 30]) {
    await browser.answer({ kind: 'unreachable' })
    browser.pass(seconds * 1000 - 1)
    expect(browser.isSending()).toBe(false)
    browser.pass(1)
    expect(browser.isSending()).toBe(true)
  }
})

testEveryTransition(walked)
