import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type Answer, approvalMachine, type Standing } from '@/machines/approval/approval.machine'
import { approvalModel } from './approval.model'
import { arrows, everyArrow } from './arrows'
import { testEveryTransition, watch } from './transitions'

const walked = watch(approvalMachine)

const paths = everyArrow(createTestModel(approvalModel))
const words = new Error('This could not be reached')
const approve: Answer = { kind: 'approve', name: 'Anna Vella', terms: true, signature: null }
const saying = (kind: 'reject' | 'change' | 'ask'): Answer => ({ kind, name: 'Anna Vella', words: 'Please' })
const first: NonNullable<Standing> = {
  version: 1,
  status: 'sent',
  isPast: false,
  beingRevised: false,
  selected: ['plain'],
}

/** A visitor beside a database that decides, refuses on demand, and is moved by others. */
function useVisit() {
  let row: Standing = first
  let refuses: (() => void) | null = null
  let looks: (() => void) | null = null
  let happens: (() => void) | null = null
  let refusesChoice = false
  let reads = 0
  const answers: Answer[] = []
  const machine = approvalMachine.provide({
    actors: {
      storeChoice: fromPromise(async ({ input }) => {
        if (refusesChoice) throw words
        if (row) row = { ...row, selected: input.selected }
      }),
      giveAnswer: fromPromise(async ({ input }) => {
        if (refuses) {
          refuses()
          throw words
        }
        happens?.()
        happens = null
        if (!row || (input.answer.kind !== 'ask' && input.version !== row.version)) throw words
        answers.push(input.answer)
        const { kind } = input.answer
        if (kind === 'approve') row = { ...row, status: 'converted', selected: input.selected }
        if (kind === 'reject') row = { ...row, status: 'rejected' }
        if (kind === 'change') row = { ...row, status: 'change_requested' }
      }),
      readRow: fromPromise(async () => {
        reads += 1
        looks?.()
        return row
      }),
    },
  })
  const visit = createActor(machine, { inspect: walked.inspect, input: { uuid: 'q', row } }).start()
  const settled = () => waitFor(visit, (state) => !state.hasTag('busy') && state.matches({ choice: 'stored' }))
  const give = async (answer: Answer, failure: (() => void) | null = null) => {
    refuses = failure
    if (!visit.getSnapshot().hasTag('sheet')) visit.send({ type: 'sheet.open', sheet: answer.kind })
    visit.send({ type: 'answer.give', answer })
    // The second press of a double click.
    visit.send({ type: 'answer.give', answer })
    await settled()
    refuses = null
  }
  /** A step during which something happens while the page looks what became of an answer or a choice. */
  const whileLooking = async (happens: () => void, step: () => Promise<void>) => {
    looks = () => {
      looks = null
      happens()
    }
    await step()
    looks = null
  }
  const beside = async (what: () => void, step: () => Promise<void>) => {
    happens = what
    await step()
  }
  const approveSilently = () => {
    if (row) row = { ...row, status: 'converted' }
  }
  const unreachable = () => {
    throw words
  }
  const choose = async (selected: string[], isTaken = true) => {
    refusesChoice = !isTaken
    visit.send({ type: 'option.choose', selected })
    expect(visit.getSnapshot().context.selected).toEqual(selected)
    const before = reads
    await settled()
    expect(reads).toBe(isTaken ? before : before + 1)
    refusesChoice = false
  }
  const elsewhere = (next: Standing) => {
    row = next
    visit.send({ type: 'row.read', row })
  }
  const change = (part: Partial<NonNullable<Standing>>) => elsewhere({ ...(row ?? first), ...part })
  const chooseAgain = () =>
    whileLooking(
      () => {
        refusesChoice = false
        visit.send({ type: 'option.choose', selected: ['stand'] })
      },
      () => choose(['lit'], false),
    )
  return {
    visit,
    answers,
    give,
    elsewhere,
    change,
    settled,
    whileLooking,
    unreachable,
    approveSilently,
    beside,
    choose,
    chooseAgain,
    now: () => row,
  }
}

describe('the visit behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const {
        visit,
        answers,
        give,
        elsewhere,
        change,
        settled,
        whileLooking,
        unreachable,
        approveSilently,
        beside,
        choose,
        chooseAgain,
        now,
      } = useVisit()
      const shows =
        (state: string, more: { notice?: string | null; problem?: unknown } = {}) =>
        () => {
          const snapshot = visit.getSnapshot()
          const value = Reflect.get(snapshot.value, 'visit')
          const { notice, problem, row, sheet, answer } = snapshot.context
          // Past and revised quotations can still be asked about; a link that opens nothing cannot.
          expect([
            snapshot.can({ type: 'sheet.open', sheet: 'approve' }),
            snapshot.can({ type: 'sheet.open', sheet: 'ask' }),
          ]).toEqual([state === 'open', state !== 'sheet' && state !== 'gone'])
          if (state !== 'sheet') {
            expect(snapshot.can({ type: 'option.choose', selected: [] })).toBe(state === 'open')
            expect([sheet, answer]).toEqual([null, null])
          }
          const known = (of: Standing) => of && { ...of, selected: [] }
          expect(known(row)).toEqual(known(now()))
          expect([typeof value === 'string' ? value : Object.keys(value)[0], notice, problem]).toEqual([
            state,
            more.notice ?? null,
            more.problem ?? null,
          ])
          expect(answers.filter(({ kind }) => kind === 'approve').length).toBeLessThanOrEqual(1)
        }
      const sendNewVersion = () =>
        change({
          status: 'sent',
          beingRevised: false,
          isPast: false,
          version: (now()?.version ?? 1) + 1,
          selected: ['new'],
        })
      await path.test({
        events: {
          approve: () => give(approve),
          approveInVain: () => give(approve, () => {}),
          approveTooLate: () =>
            give(approve, () => {
              const row = now()
              change({ ...row, status: 'converted' })
            }),
          approveTooLateUnheard: () => give(approve, approveSilently),
          chooseBesideRevision: async () => {
            visit.send({ type: 'option.choose', selected: ['lit'] })
            change({ status: 'draft', beingRevised: true })
            visit.send({ type: 'option.choose', selected: ['stand'] })
            await settled()
            expect(visit.getSnapshot().context.selected).toEqual(['lit'])
          },
          chooseInVainBesideRevision: () =>
            whileLooking(
              () => {
                change({ status: 'draft', beingRevised: true })
                visit.send({ type: 'option.choose', selected: ['stand'] })
              },
              () => choose(['lit'], false),
            ),
          approveWithoutNetwork: () => whileLooking(unreachable, () => give(approve, () => {})),
          approveInVainBesideRead: () =>
            whileLooking(
              () => visit.send({ type: 'row.read', row: now() }),
              () => give(approve, () => {}),
            ),
          chooseInVain: () => choose(['lit'], false),
          chooseWithoutNetwork: () => whileLooking(unreachable, () => choose(['lit'], false)),
          chooseAgainAfterFailure: async () => {
            await chooseAgain()
            expect(now()?.selected).toEqual(['stand'])
          },
          shareAgain: () => elsewhere(first),
          readAgain: () => change({ isPast: true }),
          reject: () => give(saying('reject')),
          askForChange: () => give(saying('change')),
          ask: () => give(saying('ask')),
          choose: async () => {
            visit.send({ type: 'option.choose', selected: ['lit'] })
            expect(visit.getSnapshot().context.selected).toEqual(['lit'])
            await choose(['lit', 'stand'])
            expect(now()?.selected).toEqual(['lit', 'stand'])
          },
          openSheet: () => visit.send({ type: 'sheet.open', sheet: 'approve' }),
          closeSheet: () => visit.send({ type: 'sheet.close' }),
          approveElsewhere: () => change({ status: 'converted' }),
          revise: () => change({ status: 'draft', beingRevised: true }),
          askBesideNewVersion: () => beside(sendNewVersion, () => give(saying('ask'))),
          approveWithoutNetworkBesideNewVersion: () =>
            whileLooking(
              () => {
                sendNewVersion()
                unreachable()
              },
              () => give(approve, () => {}),
            ),
          sendNewVersion,
          expire: () => change({ status: 'expired', isPast: true }),
          revoke: () => elsewhere(null),
        },
        states: {
          open: shows('open'),
          form: shows('sheet'),
          refused: shows('sheet', { problem: words }),
          newer: () => {
            shows('open', { notice: 'newer' })()
            expect(visit.getSnapshot().context.selected).toEqual(['new'])
          },
          revised: shows('closed'),
          revisedUnderSheet: shows('closed', { notice: 'decided' }),
          asked: shows('open', { notice: 'asked' }),
          askedWhileRevised: shows('closed', { notice: 'asked' }),
          askedAfterApproval: shows('approved', { notice: 'asked' }),
          approved: shows('approved'),
          approvedByOther: shows('approved', { notice: 'decided' }),
          rejected: shows('rejected'),
          revisedAfterChoice: () => {
            shows('closed', { problem: words })()
            expect(visit.getSnapshot().context.selected).toEqual(['plain'])
          },
          choiceRefused: () => {
            shows('open', { problem: words })()
            expect(visit.getSnapshot().context.selected).toEqual(['plain'])
          },
          choiceKept: () => {
            shows('open', { problem: words })()
            expect([visit.getSnapshot().context.selected, now()?.selected]).toEqual([['lit'], ['plain']])
          },
          approvedWithChoice: () => expect([now()?.status, now()?.selected]).toEqual(['converted', ['lit']]),
          askedAfterRejection: shows('rejected', { notice: 'asked' }),
          past: shows('closed'),
          gone: shows('gone'),
          goneUnderSheet: shows('gone', { notice: 'decided' }),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(47))
})

test('in no state that can be reached is an answer given to a quotation that is not open', () => {
  const rows: Standing[] = [
    null,
    first,
    { ...first, version: 2 },
    { ...first, status: 'converted' },
    { ...first, isPast: true },
    { ...first, status: 'draft', beingRevised: true },
  ]
  const reached = getShortestPaths(approvalMachine, {
    input: { uuid: 'q', row: first },
    limit: 20_000,
    serializeState: ({ value, context: { row, sheet, answers } }) => JSON.stringify([value, row, sheet, answers]),
    events: [
      ...rows.map((row) => ({ type: 'row.read' as const, row })),
      ...(['approve', 'ask'] as const).map((sheet) => ({ type: 'sheet.open' as const, sheet })),
      { type: 'sheet.close' },
      { type: 'answer.give', answer: approve },
      { type: 'option.choose', selected: ['lit'] },
    ],
  })
  const forms = reached.filter(({ state }) => state.matches({ visit: { sheet: 'form' } }))
  expect(forms.length).toBeGreaterThan(4)
  for (const { state } of forms) {
    const { row, sheet, answers } = state.context
    if (sheet === 'approve')
      expect([row?.status, row?.isPast, row?.beingRevised, row?.version]).toEqual(['sent', false, false, answers])
    expect(row).not.toBeNull()
  }
})

testEveryTransition(walked)
