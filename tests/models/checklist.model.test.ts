import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { type ChangeSaved, checklistMachine } from '@/machines/checklist/checklist.machine'
import { changeChecklist, readChecklist, tickItem, writeChecklist } from '@/shared/domain/tasks/task-checklist'
import { arrows, everyArrow } from './arrows'
import { checklistModel } from './checklist.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(checklistMachine)
const paths = everyArrow(createTestModel(checklistModel))
const weed = { id: 'weed', text: 'Weed', completed: false }
const before = writeChecklist([{ id: 'cut', text: 'Cut', completed: false }, weed])
const change = { kind: 'tick', key: 'cut', completed: true } as const

/** The task of one person beside a server that holds its description, which a colleague changes too. */
function openTask() {
  const clock = new SimulatedClock()
  const said: string[] = []
  let held = before
  let asked = 0
  let answer: () => Promise<ChangeSaved> = () => Promise.reject(new Error('Nothing was asked'))
  const list = createActor(
    checklistMachine.provide({
      actors: {
        saveChange: fromPromise(() => {
          asked += 1
          return answer()
        }),
      },
    }),
    { clock, inspect: walked.inspect, input: { description: before } },
  )
  list.on('*', ({ type, change: told }) => {
    expect(told).toEqual(change)
    said.push(type)
  })
  list.start()
  const made = async (): Promise<ChangeSaved> => {
    await Promise.resolve()
    held = changeChecklist(held, change) ?? held
    return { description: held, isMade: true }
  }
  const tick = (next: typeof answer) => {
    said.length = 0
    answer = next
    list.send({ type: 'checklist.change', change })
    // The second press of a double click.
    list.send({ type: 'checklist.change', change })
  }
  const settled = () => waitFor(list, (state) => !state.hasTag('saving'))
  const hear = (description: string) => {
    held = description
    list.send({ type: 'description.heard', description })
  }
  const done = () =>
    readChecklist(list.getSnapshot().context.description)
      .items.filter(({ completed }) => completed)
      .map(({ key }) => key)
  return { list, clock, said, made, tick, settled, hear, done, held: () => held, asked: () => asked }
}

describe('a checklist is changed as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { list, clock, said, made, tick, settled, hear, done, held, asked } = openTask()
      const theirs = () => tickItem(held(), 'weed', true) ?? ''
      const refuse = () => Promise.reject(new Error('refused'))
      const whole = async (answer: () => Promise<ChangeSaved>, meanwhile = () => {}) => {
        const times = asked()
        tick(answer)
        expect([done().includes('cut'), asked()]).toEqual([true, times + 1])
        meanwhile()
        expect(done()).toContain('cut')
        await settled()
      }
      const shows =
        (lines: string[], ...words: string[]) =>
        () => {
          expect([done(), said]).toEqual([lines, words])
          expect([list.getSnapshot().context.pending, list.getSnapshot().hasTag('saving')]).toEqual([null, false])
        }
      await path.test({
        events: {
          tick: async () => {
            tick(made)
            await settled()
          },
          tickInVain: () => whole(refuse),
          tickUnanswered: async () => {
            tick(() => new Promise(() => {}))
            clock.increment(14_999)
            expect(list.getSnapshot().hasTag('saving')).toBe(true)
            clock.increment(1)
          },
          tickOffline: () =>
            whole(async () => ({ description: changeChecklist(held(), change) ?? '', isMade: true, isWaiting: true })),
          tickTooLate: () => whole(async () => ({ description: held(), isMade: false })),
          colleagueTicks: () => {
            said.length = 0
            hear(theirs())
          },
          tickBesideColleague: () => whole(made, () => hear(theirs())),
          tickInVainBesideColleague: () => whole(refuse, () => hear(theirs())),
          colleagueRemovesLine: () => hear(writeChecklist([weed])),
        },
        states: {
          open: shows([]),
          ticked: shows(['cut'], 'checklist.saved'),
          failed: shows([], 'checklist.failed'),
          waiting: shows(['cut'], 'checklist.waiting'),
          outdated: shows([], 'checklist.outdated'),
          theirs: shows(['weed']),
          bothTicked: shows(['cut', 'weed'], 'checklist.saved'),
          bothSeen: shows(['cut', 'weed']),
          failedBesideColleague: shows(['weed'], 'checklist.failed'),
          lineGone: shows([]),
          lineMissing: () => {
            expect([done(), asked()]).toEqual([[], 0])
            expect(new Set(said)).toEqual(new Set(['checklist.outdated']))
          },
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(14))
})

testEveryTransition(walked)
