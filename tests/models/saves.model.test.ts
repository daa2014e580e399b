import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { type Save, type SaveOutcome, savesMachine } from '@/machines/sheet/saves.machine'
import { arrows, everyArrow } from './arrows'
import { savesModel } from './saves.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(savesMachine)

const paths = everyArrow(createTestModel(savesModel))

/** A browser that keeps what waits, and tabs of it, one after the other. */
function openBrowser() {
  const clock = new SimulatedClock()
  let kept: readonly Save[] = []
  let isOnline = true
  let made = 0
  const asked: { change: object; answer: (outcome: SaveOutcome) => void; fail: (error: Error) => void }[] = []
  const open = () => {
    const provided = savesMachine.provide({
      actors: {
        store: fromPromise(
          ({ input: change }: { input: object }) =>
            new Promise<SaveOutcome>((answer, fail) => asked.push({ change, answer, fail })),
        ),
      },
    })
    const tab = createActor(provided, { clock, inspect: walked.inspect, input: { saves: kept, isOnline } })
    tab.on('saves.changed', ({ saves }) => (kept = saves))
    tab.start()
    tab.send({ type: 'rows.read' })
    return tab
  }
  let tab = open()
  const only = () => tab.getSnapshot().context.saves[0]?.key ?? ''
  return {
    asked,
    states: () => tab.getSnapshot().context.saves.map(({ state }) => state),
    kept: () => kept.map(({ state }) => state),
    value: () => tab.getSnapshot().value,
    write: () => {
      made += 1
      const save = { key: String(made), change: { text: `change ${made}` }, state: 'waiting' as const }
      tab.send({ type: 'change.add', saves: [{ ...save, reason: null, theirs: null, by: null }] })
    },
    send: (event: Parameters<typeof tab.send>[0]) => tab.send(event),
    forget: () => tab.send({ type: 'save.forget', key: only() }),
    insist: () => tab.send({ type: 'save.insist', key: only(), change: { text: 'over theirs' } }),
    network: (next: boolean) => {
      isOnline = next
      tab.send({ type: 'network.changed', isOnline })
    },
    pass: (ms: number) => clock.increment(ms),
    answer: async (outcome: SaveOutcome) => {
      asked.at(-1)?.answer(outcome)
      await new Promise((done) => setTimeout(done))
    },
    break: async () => {
      asked.at(-1)?.fail(new Error('broken'))
      await new Promise((done) => setTimeout(done))
    },
    reopen: () => {
      tab.stop()
      tab = open()
    },
  }
}

describe('changes of a sheet are saved as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const browser = openBrowser()
      /** What is shown is also what a browser that is killed now would know. */
      const shows = (value: string, state?: Save['state']) => () => {
        const states = state ? [state] : []
        expect([browser.value(), browser.states(), browser.kept()]).toEqual([value, states, states])
      }
      await path.test({
        events: {
          write: () => browser.write(),
          writeWithoutNetwork: () => {
            browser.network(false)
            browser.write()
          },
          serverTakesIt: () => browser.answer({ kind: 'stored' }),
          serverRefusesIt: () => browser.answer({ kind: 'refused', reason: 'This quotation was sent.' }),
          colleagueWasFirst: () => browser.answer({ kind: 'both', theirs: { text: 'theirs' }, by: 'luke' }),
          nobodyAnswers: () => browser.answer({ kind: 'unreachable' }),
          serverIsSilent: () => {
            browser.pass(11_999)
            expect(browser.value()).toBe('sending')
            browser.pass(1)
          },
          storingBreaks: () => browser.break(),
          timePasses: () => browser.pass(1_000),
          networkGoes: () => browser.network(false),
          networkComes: () => browser.network(true),
          tryAgain: () => browser.send({ type: 'save.again' }),
          forget: () => browser.forget(),
          insist: () => browser.insist(),
          reopen: () => {
            browser.network(browser.value() === 'offline' ? false : true)
            browser.reopen()
          },
        },
        states: {
          stored: shows('standing'),
          onItsWay: shows('sending', 'waiting'),
          resting: shows('resting', 'waiting'),
          restingOffline: shows('resting', 'waiting'),
          waiting: shows('offline', 'waiting'),
          refused: shows('standing', 'refused'),
          writtenByTwo: shows('standing', 'both'),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths).length).toBeGreaterThan(20))
})

test('what is refused and what two wrote does not hold up what comes after it, and nothing is sent before the rows are read', async () => {
  const browser = openBrowser()
  for (let n = 0; n < 3; n += 1) browser.write()
  await browser.answer({ kind: 'refused', reason: 'Gone' })
  await browser.answer({ kind: 'both', theirs: {}, by: null })
  await browser.answer({ kind: 'stored' })
  expect(browser.states()).toEqual(['refused', 'both'])
  expect(browser.asked.map(({ change }) => change)).toEqual([
    { text: 'change 1' },
    { text: 'change 2' },
    { text: 'change 3' },
  ])
})

test.each(['unreachable', 'silent', 'broken'])(
  'a server that is %s is asked again after 1, 2, 5 and then every 10 seconds',
  async (how) => {
    const browser = openBrowser()
    const fail = async () => {
      if (how === 'unreachable') await browser.answer({ kind: 'unreachable' })
      else if (how === 'broken') await browser.break()
      else browser.pass(12_000)
    }
    browser.write()
    for (const [tries, seconds] of [1, 2, 5, 10, 10].entries()) {
      await fail()
      browser.pass(seconds * 1000 - 1)
      expect(browser.asked).toHaveLength(tries + 1)
      browser.pass(1)
      expect(browser.asked).toHaveLength(tries + 2)
    }
  },
)

testEveryTransition(walked)
