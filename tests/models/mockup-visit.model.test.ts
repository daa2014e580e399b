import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import {
  type MockupAnswer,
  type MockupAnswerKind,
  type MockupStanding,
  mockupVisitMachine,
} from '@/machines/mockup-visit/mockup-visit.machine'
import { arrows, everyArrow } from './arrows'
import { mockupVisitModel } from './mockup-visit.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(mockupVisitMachine)

const paths = everyArrow(createTestModel(mockupVisitModel))
const words = new Error('This could not be reached')
const saying = (kind: MockupAnswerKind): MockupAnswer => ({
  kind,
  name: 'Anna Vella',
  words: 'Please',
  signature: null,
})
const versioned = (version: number, status = 'sent'): NonNullable<MockupStanding> => ({
  current: { id: `v${version}`, version, status },
  isOver: false,
})

/** A visitor beside a database that decides, refuses on demand, and is moved by others. */
function useVisit() {
  let standing: MockupStanding = versioned(1)
  let refuses = false
  let arrives: (() => void) | null = null
  let looks: (() => void) | null = null
  let isTaken = false
  const answers: [string, MockupAnswerKind][] = []
  const machine = mockupVisitMachine.provide({
    actors: {
      giveAnswer: fromPromise(async ({ input: { mockupId, answer } }) => {
        const id = standing?.current?.id
        arrives?.()
        if (isTaken) {
          answers.push([id ?? '', answer.kind])
          return
        }
        if (refuses || standing?.current?.id !== mockupId || standing.current.status !== 'sent') throw words
        answers.push([mockupId, answer.kind])
        standing = { ...standing, current: { ...standing.current, status: answer.kind } }
      }),
      readStanding: fromPromise(async () => {
        looks?.()
        return standing
      }),
    },
  })
  const visit = createActor(machine, { inspect: walked.inspect, input: { standing } }).start()
  const give = async (
    kind: MockupAnswerKind,
    failure: { refuses?: boolean; arrives?: () => void; looks?: () => void; isTaken?: boolean } = {},
  ) => {
    refuses = failure.refuses ?? false
    arrives = failure.arrives ?? null
    looks = failure.looks ?? null
    isTaken = failure.isTaken ?? false
    if (!visit.getSnapshot().hasTag('sheet')) visit.send({ type: 'sheet.open', sheet: kind })
    visit.send({ type: 'answer.give', answer: saying(kind) })
    // The second press of a double click.
    visit.send({ type: 'answer.give', answer: saying(kind) })
    await waitFor(visit, (state) => !state.hasTag('busy'))
    refuses = false
    arrives = null
    looks = null
    isTaken = false
  }
  const becomes = (next: MockupStanding, isHeard = true) => {
    standing = next
    if (isHeard) visit.send({ type: 'standing.read', standing })
  }
  const next = () => versioned((standing?.current?.version ?? 1) + 1)
  const unreachable = () => {
    throw words
  }
  const readAgain = () => visit.send({ type: 'standing.read', standing })
  return { visit, answers, give, becomes, next, unreachable, readAgain }
}

describe('the visit behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { visit, answers, give, becomes, next, unreachable, readAgain } = useVisit()
      const shows =
        (state: string, notice: 'newer' | 'decided' | null = null, problem: unknown = null) =>
        () => {
          const snapshot = visit.getSnapshot()
          const { value, context } = snapshot
          const name = typeof value === 'string' ? value : Object.keys(value)[0]
          expect([name, context.notice, context.problem]).toEqual([state, notice, problem])
          if (state !== 'sheet') expect([context.sheet, context.answers, context.answer]).toEqual([null, null, null])
          // Every version has one answer at most.
          expect(new Set(answers.map(([id]) => id)).size).toBe(answers.length)
        }
      await path.test({
        events: {
          approve: () => give('approved'),
          approveInVain: () => give('approved', { refuses: true }),
          approveTheOldOne: () => give('approved', { arrives: () => becomes(next(), false) }),
          approveBesideNewVersion: () => give('approved', { arrives: () => becomes(next()), isTaken: true }),
          approveWithoutNetwork: () => give('approved', { refuses: true, looks: unreachable }),
          approveInVainBesideRead: () => give('approved', { refuses: true, looks: readAgain }),
          approveWithoutNetworkBesideNewVersion: () =>
            give('approved', {
              refuses: true,
              looks: () => {
                becomes(next())
                unreachable()
              },
            }),
          shareAgain: () => becomes(versioned(1)),
          readAgain,
          closeNotice: () => visit.send({ type: 'notice.close' }),
          askForChange: () => give('revision_requested'),
          reject: () => give('rejected'),
          openSheet: () => visit.send({ type: 'sheet.open', sheet: 'approved' }),
          closeSheet: () => visit.send({ type: 'sheet.close' }),
          approveElsewhere: () => becomes(versioned(1, 'approved')),
          sendNewVersion: () => becomes(next()),
          takeBack: () => becomes({ current: null, isOver: false }),
          cancelJob: () => becomes({ ...versioned(1), isOver: true }),
          revoke: () => becomes(null),
        },
        states: {
          open: shows('open'),
          form: shows('sheet'),
          refused: shows('sheet', null, words),
          newer: shows('open', 'newer'),
          changeAsked: shows('decided'),
          rejected: shows('decided'),
          approved: shows('decided'),
          approvedByOther: shows('decided', 'decided'),
          cancelledUnderSheet: shows('waiting', 'decided'),
          waiting: shows('waiting'),
          gone: shows('gone'),
          goneAfterNewer: shows('gone', 'newer'),
          goneUnderSheet: shows('gone', 'decided'),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(39))
})

test('in no state that can be reached does a sheet answer another version than the current one', () => {
  const standings: MockupStanding[] = [
    null,
    versioned(1),
    versioned(2),
    versioned(2, 'approved'),
    { ...versioned(1), isOver: true },
    { current: null, isOver: false },
  ]
  const reached = getShortestPaths(mockupVisitMachine, {
    input: { standing: versioned(1) },
    limit: 20_000,
    serializeState: ({ value, context: { standing, sheet, answers } }) =>
      JSON.stringify([value, standing, sheet, answers]),
    events: [
      ...standings.map((standing) => ({ type: 'standing.read' as const, standing })),
      { type: 'sheet.open', sheet: 'approved' },
      { type: 'sheet.close' },
      { type: 'answer.give', answer: saying('approved') },
    ],
  })
  const forms = reached.filter(({ state }) => state.matches({ sheet: 'form' }))
  expect(forms.length).toBeGreaterThan(1)
  for (const { state } of forms)
    expect([state.context.standing?.current?.id, state.context.standing?.current?.status]).toEqual([
      state.context.answers,
      'sent',
    ])
})

testEveryTransition(walked)
