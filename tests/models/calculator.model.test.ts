import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { calculatorMachine, type Saving } from '@/machines/calculator/calculator.machine'
import { arrows, everyArrow } from './arrows'
import { calculatorModel } from './calculator.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(calculatorMachine)
const paths = everyArrow(createTestModel(calculatorModel))
const offline = new Error('The server did not answer')
const conflict = Object.assign(new Error('Somebody else saved this calculation meanwhile'), { code: 'PT409' })

/** A person at the second version of a calculation, beside a database that answers as it is told to. */
function openCalculation() {
  let answer: Error | null = null
  const saved: Saving[] = []
  const done: string[] = []
  const calculation = createActor(
    calculatorMachine.provide({
      actors: {
        save: fromPromise(async ({ input }) => {
          if (answer) throw answer
          saved.push(input)
          return (input.version ?? 0) + 1
        }),
      },
      actions: { open: () => done.push('opened'), forgetTyped: () => done.push('forgot what was typed') },
    }),
    { inspect: walked.inspect },
  ).start()
  const send = async (event: Parameters<typeof calculation.send>[0], next: Error | null = null) => {
    answer = next
    calculation.send(event)
    expect(calculation.getSnapshot().hasTag('busy')).toBe(true)
    // The second press of a double click.
    calculation.send(event)
    await waitFor(calculation, (state) => !state.hasTag('busy'))
  }
  return { calculation, saved, done, send }
}

const mine = { type: 'save', saving: { id: 'mine', version: 2 } } as const
const copy = { type: 'copy.save', id: 'copy' } as const

describe('a calculation is saved as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { calculation, saved, done, send } = openCalculation()
      const shows = (value: string, problem: unknown, was: { saved?: Saving[]; done?: string[] } = {}) => {
        return () => {
          const state = calculation.getSnapshot()
          expect([state.value, state.context.problem]).toEqual([value, problem])
          expect({ saved, done }).toEqual({ saved: [], done: [], ...was })
        }
      }
      await path.test({
        events: {
          type: () => calculation.send({ type: 'typed' }),
          save: () => send(mine),
          saveInVain: () => send(mine, offline),
          saveTooLate: () => send(mine, conflict),
          saveCopy: () => send(copy),
          saveCopyInVain: () => send(copy, offline),
          takeTheirs: () => calculation.send({ type: 'theirs.take' }),
        },
        states: {
          typing: shows('editing', null),
          failed: shows('editing', offline),
          conflict: () => {
            shows('conflict', conflict)()
            calculation.send(mine)
            expect(calculation.getSnapshot().value).toBe('conflict')
          },
          saved: () => {
            expect(saved).toEqual([mine.saving])
            expect(done.slice(-2)).toEqual(['forgot what was typed', 'opened'])
          },
          copied: shows('editing', null, {
            saved: [{ id: 'copy', version: null }],
            done: ['forgot what was typed', 'opened'],
          }),
          theirs: shows('editing', null, { done: ['forgot what was typed'] }),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(12))
})

testEveryTransition(walked)
