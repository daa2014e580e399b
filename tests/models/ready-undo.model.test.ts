import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { readyUndoMachine } from '@/machines/ready-undo/ready-undo.machine'
import { arrows } from './arrows'
import { readyUndoModel } from './ready-undo.model'

const paths = createTestModel(readyUndoModel).getShortestPaths({ limit: 1_000 })

function openTask() {
  const clock = new SimulatedClock()
  const said: string[] = []
  let accepts = true
  const mark = createActor(
    readyUndoMachine.provide({
      actors: {
        setReady: fromPromise(async () => {
          if (!accepts) throw new Error('refused')
        }),
      },
    }),
    { clock, input: { mark: null, now: () => clock.now() } },
  )
  mark.on('ready.failed', ({ message }) => said.push(message))
  mark.start()
  const press = async (type: 'ready.mark' | 'ready.undo', accepted: boolean) => {
    accepts = accepted
    said.length = 0
    mark.send({ type })
    await waitFor(mark, (state) => !state.hasTag('busy'))
  }
  return { mark, clock, said, press }
}

describe('a ready mark behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { mark, clock, said, press } = openTask()
      const shows = (offer: 'canMark' | 'canUndo' | null, words: string[]) => () => {
        const state = mark.getSnapshot()
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
          otherTabTakesItBack: () => mark.send({ type: 'mark.heard', mark: { ready: false, at: clock.now() } }),
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

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(12))
})
