import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { type ReadyMark, readyUndoMachine } from '@/machines/ready-undo/ready-undo.machine'
import { arrows, everyArrow } from './arrows'
import { readyUndoModel } from './ready-undo.model'

const paths = everyArrow(createTestModel(readyUndoModel))

function openTask() {
  const clock = new SimulatedClock()
  const said: string[] = []
  const server: { mark: ReadyMark | null; accepts: boolean } = { mark: null, accepts: true }
  const open = () => {
    const mark = createActor(
      readyUndoMachine.provide({
        actors: {
          setReady: fromPromise(async ({ input }) => {
            if (!server.accepts) throw new Error('refused')
            server.mark = { ready: input.ready, at: clock.now() }
            return 'saved' as const
          }),
        },
      }),
      { clock, input: { mark: server.mark, now: () => clock.now() } },
    )
    mark.on('ready.failed', ({ message }) => said.push(message))
    return mark.start()
  }
  const tab = { mark: open() }
  const press = async (type: 'ready.mark' | 'ready.undo', accepted: boolean) => {
    server.accepts = accepted
    said.length = 0
    tab.mark.send({ type })
    await waitFor(tab.mark, (state) => !state.hasTag('busy'))
  }
  const reopen = () => {
    said.length = 0
    tab.mark.stop()
    tab.mark = open()
  }
  const hear = () => tab.mark.send({ type: 'mark.heard', mark: server.mark })
  return { tab, clock, said, server, press, reopen, hear }
}

describe('a ready mark behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { tab, clock, said, server, press, reopen, hear } = openTask()
      const shows = (offer: 'canMark' | 'canUndo' | null, words: string[]) => () => {
        const state = tab.mark.getSnapshot()
        const offered = state.hasTag('canMark') ? 'canMark' : state.hasTag('canUndo') ? 'canUndo' : null
        expect([offered, said]).toEqual([offer, words])
      }
      await path.test({
        events: {
          mark: () => press('ready.mark', true),
          markInVain: () => press('ready.mark', false),
          undo: () => press('ready.undo', true),
          undoInVain: () => press('ready.undo', false),
          waitTenSeconds: () => {
            said.length = 0
            clock.increment(10_000)
          },
          otherTabTakesItBack: () => {
            server.mark = { ready: false, at: clock.now() }
            hear()
          },
          reopen,
          colleagueMarks: hear,
        },
        states: {
          notReady: shows('canMark', []),
          markFailed: shows('canMark', ['Failed to mark as ready. Please try again.']),
          undoable: shows('canUndo', []),
          undoFailed: shows('canUndo', ['Failed to unmark as ready. Please try again.']),
          ready: shows(null, []),
        },
      })
    })
  }

  test('spec 2 §4: every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(20))
})
