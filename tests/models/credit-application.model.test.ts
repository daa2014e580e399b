import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import {
  creditApplicationMachine,
  type CreditStatus,
  type CreditStep,
} from '@/machines/credit-application/credit-application.machine'
import { arrows, everyArrow } from './arrows'
import { creditApplicationModel } from './credit-application.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(creditApplicationMachine)

const paths = everyArrow(createTestModel(creditApplicationModel))
const after: Record<CreditStep['type'], CreditStatus> = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  return: 'draft',
  decline: 'declined',
  approve: 'approved',
}
const words = new Error('Please give two trade references')

/** Somebody who may do everything, beside a database that refuses on demand and moves by itself. */
function useDesk() {
  let row: CreditStatus = 'draft'
  let refuses = false
  let isUnreadable = false
  let happens: (() => void) | null = null
  const machine = creditApplicationMachine.provide({
    actors: {
      takeStep: fromPromise(async ({ input }) => {
        happens?.()
        if (refuses) throw words
        row = after[input.step.type]
      }),
      readStatus: fromPromise(async () => {
        if (isUnreadable) throw words
        return row
      }),
    },
  })
  const desk = createActor(machine, {
    inspect: walked.inspect,
    input: { id: 'a', status: row, keeps: true, decides: true },
  }).start()
  const take = async (step: CreditStep, answer: 'yes' | 'no' = 'yes') => {
    refuses = answer === 'no'
    desk.send(step)
    // The second press of a double click.
    desk.send(step)
    await waitFor(desk, (state) => !state.hasTag('busy'))
    expect(desk.getSnapshot().context.step).toBeNull()
  }
  return {
    desk,
    take,
    unread: async () => {
      isUnreadable = true
      await take({ type: 'submit' })
      isUnreadable = false
    },
    beside: async (step: CreditStep, status: CreditStatus) => {
      happens = () => desk.send({ type: 'row.read', status, keeps: false, decides: true })
      await take(step)
      happens = null
      expect(desk.getSnapshot().context.keeps).toBe(false)
    },
    elsewhere: (status: CreditStatus) => {
      row = status
      desk.send({ type: 'row.read', status, keeps: true, decides: true })
    },
    tooLate: async () => {
      row = 'approved'
      refuses = true
      desk.send({ type: 'decline', note: 'No' })
      await waitFor(desk, (state) => !state.hasTag('busy'))
    },
  }
}

describe('the desk behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { desk, take, unread, beside, elsewhere, tooLate } = useDesk()
      const approve: CreditStep = { type: 'approve', amount: '4000', days: 30, note: '' }
      const shows =
        (status: CreditStatus, problem: unknown = null) =>
        () => {
          const state = desk.getSnapshot()
          expect([state.value, state.context.problem]).toEqual([status, problem])
          expect(
            ['submit', 'approve'].filter((step) => state.can(step === 'submit' ? { type: 'submit' } : approve)),
          ).toEqual(status === 'draft' ? ['submit'] : status === 'submitted' ? ['approve'] : [])
        }
      await path.test({
        events: {
          submit: () => take({ type: 'submit' }),
          submitInVain: () => take({ type: 'submit' }, 'no'),
          approve: () => take(approve),
          approveInVain: () => take(approve, 'no'),
          decline: () => take({ type: 'decline', note: 'Owes others' }),
          sendBack: () => take({ type: 'return', note: 'One reference is missing' }),
          withdraw: () => take({ type: 'withdraw', note: 'Pays at once' }),
          submitElsewhere: () => elsewhere('submitted'),
          approveElsewhere: () => elsewhere('approved'),
          approveTooLate: tooLate,
          approveBesideColleague: () => beside(approve, 'draft'),
          submitUnread: unread,
          reopenElsewhere: () => elsewhere('submitted'),
        },
        states: {
          draft: shows('draft'),
          refusedDraft: shows('draft', words),
          waiting: shows('submitted'),
          refused: shows('submitted', words),
          unread: shows('draft', words),
          approved: shows('approved'),
          decidedByOther: shows('approved', words),
          declined: shows('declined'),
          withdrawn: shows('withdrawn'),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(19))
})

describe('every state of the machine', () => {
  const walked = (rights: { keeps: boolean; decides: boolean }, status: CreditStatus = 'draft') =>
    getShortestPaths(creditApplicationMachine, {
      input: { id: 'a', status, ...rights },
      limit: 2_000,
      events: [
        { type: 'submit' },
        { type: 'withdraw', note: 'n' },
        { type: 'return', note: 'n' },
        { type: 'decline', note: 'n' },
        { type: 'approve', amount: '1', days: 1, note: '' },
        ...(['draft', 'submitted', 'approved', 'declined', 'withdrawn'] as const).map((read) => ({
          type: 'row.read' as const,
          status: read,
          ...rights,
        })),
      ],
    })

  test('is reachable, and what is decided stays decided until the database says otherwise', () => {
    const states = walked({ keeps: true, decides: true }).map((path) => JSON.stringify(path.state.value))
    expect(new Set(states)).toEqual(
      new Set(['"draft"', '"submitted"', '"approved"', '"declined"', '"withdrawn"', '{"moving":"asking"}']),
    )
  })

  test('nobody without the right takes a step', () => {
    for (const status of ['draft', 'submitted'] as const) {
      const states = walked({ keeps: false, decides: false }, status).map((path) => JSON.stringify(path.state.value))
      expect(states.some((state) => state.includes('moving'))).toBe(false)
    }
  })

  test('who only keeps applications never decides one', () => {
    const steps = walked({ keeps: true, decides: false })
      .map((path) => path.state.context.step?.type)
      .filter(Boolean)
    expect(new Set(steps)).toEqual(new Set(['submit', 'withdraw']))
  })
})

testEveryTransition(walked)
