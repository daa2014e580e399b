import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { type ReadyMark, readyUndoMachine } from '@/machines/ready-undo/ready-undo.machine'
import { arrows, everyArrow } from './arrows'
import { readyUndoModel } from './ready-undo.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(readyUndoMachine)

const paths = everyArrow(createTestModel(readyUndoModel))

function openTask() {
  const clock = new SimulatedClock()
  const said: string[] = []
  const counts = { pressed: 0, asked: 0 }
  let answers: 'yes' | 'no' | 'never' | 'later' = 'yes'
  const server: { mark: ReadyMark | null } = { mark: null }
  const open = () => {
    const mark = createActor(
      readyUndoMachine.provide({
        actors: {
          setReady: fromPromise(async ({ input }) => {
            counts.asked += 1
            if (answers === 'no') throw new Error('refused')
            if (answers === 'never') await new Promise(() => {})
            if (answers === 'later') return 'waiting' as const
            server.mark = { ready: input.ready, at: clock.now() }
            return 'saved' as const
          }),
        },
      }),
      { clock, inspect: walked.inspect, input: { mark: server.mark, now: () => clock.now() } },
    )
    mark.on('ready.failed', ({ message }) => said.push(message))
    return mark.start()
  }
  const tab = { mark: open() }
  const press = async (type: 'ready.mark' | 'ready.undo', next: typeof answers, meanwhile = () => {}) => {
    answers = next
    counts.pressed += 1
    said.length = 0
    tab.mark.send({ type })
    expect(tab.mark.getSnapshot().hasTag('busy')).toBe(true)
    meanwhile()
    await waitFor(tab.mark, (state) => !state.hasTag('busy'))
  }
  const reopen = () => {
    said.length = 0
    tab.mark.stop()
    tab.mark = open()
  }
  const hear = () => tab.mark.send({ type: 'mark.heard', mark: server.mark })
  const elsewhere = (ready: boolean) => {
    server.mark = { ready, at: clock.now() }
    hear()
  }
  const fifteenSeconds = () => {
    clock.increment(14_999)
    expect(tab.mark.getSnapshot().hasTag('busy')).toBe(true)
    clock.increment(1)
  }
  return { tab, clock, said, counts, press, reopen, hear, elsewhere, fifteenSeconds }
}

describe('a ready mark behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { tab, clock, said, counts, press, reopen, hear, elsewhere, fifteenSeconds } = openTask()
      const shows = (offer: 'canMark' | 'canUndo' | null, words: string[]) => () => {
        const state = tab.mark.getSnapshot()
        const offered = state.hasTag('canMark') ? 'canMark' : state.hasTag('canUndo') ? 'canUndo' : null
        expect([offered, said]).toEqual([offer, words])
        expect(counts.asked).toBe(counts.pressed)
      }
      await path.test({
        events: {
          mark: () => press('ready.mark', 'yes'),
          markInVain: () => press('ready.mark', 'no'),
          undo: () => press('ready.undo', 'yes'),
          undoInVain: () => press('ready.undo', 'no'),
          waitTenSeconds: () => {
            said.length = 0
            clock.increment(9_999)
            expect(tab.mark.getSnapshot().hasTag('canUndo')).toBe(true)
            clock.increment(1)
          },
          markUnanswered: () => press('ready.mark', 'never', fifteenSeconds),
          markOffline: () => press('ready.mark', 'later'),
          markBesideRead: () => press('ready.mark', 'yes', hear),
          markInVainBesideOther: () => press('ready.mark', 'no', () => elsewhere(true)),
          undoUnanswered: () => press('ready.undo', 'never', fifteenSeconds),
          undoOffline: () => press('ready.undo', 'later'),
          undoInVainBesideOther: () => press('ready.undo', 'no', () => elsewhere(false)),
          otherTabMarks: () => elsewhere(true),
          otherTabTakesItBack: () => elsewhere(false),
          reopen,
          colleagueMarks: hear,
        },
        states: {
          notReady: shows('canMark', []),
          markFailedElsewhere: shows('canUndo', ['Failed to mark as ready. Please try again.']),
          takenBack: shows('canMark', []),
          undone: shows('canMark', []),
          markFailed: shows('canMark', ['Failed to mark as ready. Please try again.']),
          undoable: shows('canUndo', []),
          undoFailed: shows('canUndo', ['Failed to unmark as ready. Please try again.']),
          undoFailedLate: shows(null, ['Failed to unmark as ready. Please try again.']),
          undoFailedElsewhere: shows('canMark', ['Failed to unmark as ready. Please try again.']),
          ready: shows(null, []),
        },
      })
    })
  }

  test('spec 2 §4: every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(37))
})

testEveryTransition(walked)
