import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { timerOf } from '@/machines/timer/testing'
import { timerMachine, type TimerEmitted } from '@/machines/timer/timer.machine'
import { type TimeEntry, type TimeEntryStatus, timerTexts } from '@/shared/domain/time/time-entry'
import { arrows, everyArrow } from './arrows'
import { timerModel } from './timer.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(timerMachine)

/** Every arrow once: the shortest way to its start, then the arrow. */
const paths = everyArrow(createTestModel(timerModel))

/** The bar of one person beside the database: moves are made there, and rows are read from there. */
function useBar() {
  let moment = 0
  let answers: 'yes' | 'no' | 'refused' | 'asks' | 'never' = 'yes'
  const clock = new SimulatedClock()
  let remembered = 0
  const ends: (string | null)[] = []
  const row = (status: TimeEntryStatus) =>
    timerOf(status, {
      totalDuration: '00:10:00',
      touchedAt: `2026-11-20T08:00:00.${String(++moment).padStart(6, '0')}+00:00`,
    })
  const move = <Input extends { id: string }>(status: TimeEntryStatus) =>
    fromPromise<TimeEntry, Input>(async () => {
      if (answers === 'never') await new Promise(() => {})
      if (answers === 'yes') return row(status)
      throw Object.assign(new Error('refused'), answers === 'refused' ? { code: '23505' } : {})
    })
  const stop = fromPromise<TimeEntry, { id: string; ended: string | null }>(async ({ input }) => {
    ends.push(input.ended)
    if (answers === 'never') await new Promise(() => {})
    if (answers === 'yes') return row('completed')
    throw Object.assign(new Error('refused'), answers === 'asks' ? { code: 'PT409', details: 'long session' } : {})
  })
  const timer = createActor(
    timerMachine.provide({
      actors: {
        timerRows: fromCallback(() => {}),
        dismissals: fromCallback(() => {}),
        pauseTimer: move('paused'),
        resumeTimer: move('active'),
        stopTimer: stop,
      },
      actions: { rememberDismissed: () => void (remembered += 1) },
    }),
    { clock, inspect: walked.inspect, input: { dismissed: null } },
  )
  const heard: TimerEmitted[] = []
  timer.on('*', (event) => heard.push(event))
  timer.start()
  return {
    timer,
    heard,
    ends,
    elsewhere: (status: TimeEntryStatus) =>
      timer.send({ type: 'row.read', entry: status === 'completed' ? null : row(status) }),
    remembered: () => remembered,
    /** A row that was written before the one that is shown. */
    readOld: (status: TimeEntryStatus) => timer.send({ type: 'row.read', entry: timerOf(status) }),
    readAgain: () => timer.send({ type: 'row.read', entry: timer.getSnapshot().context.entry }),
    pauseAndHideElsewhere: () => {
      const entry = row('paused')
      timer.send({ type: 'dismissal.heard', dismissed: { id: entry.id, touchedAt: entry.touchedAt } })
      timer.send({ type: 'row.read', entry })
    },
    fifteenSeconds: () => {
      clock.increment(14_999)
      expect(timer.getSnapshot().hasTag('busy')).toBe(true)
      clock.increment(1)
    },
    wish: async (
      type: 'timer.pause' | 'timer.resume' | 'stop.confirm',
      answer: typeof answers,
      { ended, meanwhile }: { ended?: string; meanwhile?: () => void } = {},
    ) => {
      heard.length = 0
      answers = answer
      timer.send(ended && type === 'stop.confirm' ? { type, ended } : { type })
      meanwhile?.()
      await waitFor(timer, (state) => !state.hasTag('busy'))
    },
  }
}

describe('the timer bar behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const bar = useBar()
      const { timer, heard, ends, elsewhere, wish } = bar
      const shows = (seen: { shown: boolean; can?: ('pause' | 'resume' | 'hide')[]; asks?: boolean }) => () => {
        const state = timer.getSnapshot()
        expect({
          shown: state.hasTag('shown'),
          asks: state.hasTag('confirming'),
          can: [
            state.can({ type: 'timer.pause' }) && 'pause',
            state.can({ type: 'timer.resume' }) && 'resume',
            state.can({ type: 'bar.dismiss' }) && 'hide',
          ].filter(Boolean),
        }).toEqual({ can: [], asks: false, ...seen })
      }
      const says = (event: TimerEmitted) => expect(heard).toEqual([event])
      const failed = (title: string, reason: string) => says({ type: 'timer.failed', title, reason })
      const late = 'The server did not answer in time'
      /** While a wish is on its way: an old row, which says nothing, and the row that is shown. */
      const read = (status: TimeEntryStatus) => () => {
        bar.readOld(status)
        expect(timer.getSnapshot().context.entry?.touchedAt).not.toBe(timerOf(status).touchedAt)
        const before = timer.getSnapshot().context.entry?.touchedAt
        elsewhere(status)
        expect(timer.getSnapshot().hasTag('busy')).toBe(true)
        expect(timer.getSnapshot().context.entry?.touchedAt).not.toBe(before)
      }
      await path.test({
        events: {
          startElsewhere: () => elsewhere('active'),
          oldRowArrives: () => bar.readOld('paused'),
          readAgain: () => bar.readAgain(),
          readingFails: () => timer.send({ type: 'row.unreadable' }),
          pause: async () => {
            await wish('timer.pause', 'yes')
            says({ type: 'timer.moved', title: timerTexts.paused, totalDuration: null })
          },
          pauseBesideRead: () => wish('timer.pause', 'yes', { meanwhile: read('active') }),
          pauseUnanswered: async () => {
            await wish('timer.pause', 'never', { meanwhile: bar.fifteenSeconds })
            failed(timerTexts.pauseFailed, late)
          },
          pauseInVain: async () => {
            await wish('timer.pause', 'no')
            failed(timerTexts.pauseFailed, 'refused')
          },
          pauseAndHideElsewhere: () => bar.pauseAndHideElsewhere(),
          pauseElsewhere: () => elsewhere('paused'),
          resume: async () => {
            await wish('timer.resume', 'yes')
            says({ type: 'timer.moved', title: timerTexts.resumed, totalDuration: null })
          },
          resumeBesideRead: () => wish('timer.resume', 'yes', { meanwhile: read('paused') }),
          resumeInVain: async () => {
            await wish('timer.resume', 'no')
            failed(timerTexts.resumeFailed, 'refused')
          },
          resumeUnanswered: async () => {
            await wish('timer.resume', 'never', { meanwhile: bar.fifteenSeconds })
            failed(timerTexts.resumeFailed, late)
          },
          resumeRefused: () => wish('timer.resume', 'refused'),
          resumeElsewhere: () => elsewhere('active'),
          stop: () => timer.send({ type: 'timer.stop' }),
          cancel: () => timer.send({ type: 'stop.cancel' }),
          confirm: () => wish('stop.confirm', 'yes'),
          confirmBesideRead: () => wish('stop.confirm', 'yes', { meanwhile: read('active') }),
          confirmUnanswered: async () => {
            await wish('stop.confirm', 'never', { meanwhile: bar.fifteenSeconds })
            failed(timerTexts.stopFailed, late)
          },
          confirmInVain: async () => {
            await wish('stop.confirm', 'no')
            failed(timerTexts.stopFailed, 'refused')
          },
          confirmWithoutEnd: () => wish('stop.confirm', 'asks'),
          confirmEnd: async () => {
            await wish('stop.confirm', 'yes', { ended: '2026-11-20T17:30:00.000Z' })
            expect(ends.at(-1)).toBe('2026-11-20T17:30:00.000Z')
          },
          completeElsewhere: () => elsewhere('completed'),
          hide: () => {
            timer.send({ type: 'bar.dismiss' })
            expect(bar.remembered()).toBe(1)
          },
          oldDismissalArrives: () =>
            timer.send({
              type: 'dismissal.heard',
              dismissed: { id: 'earlier', touchedAt: '2026-11-19T08:00:00+00:00' },
            }),
          hideElsewhere: () => {
            const { entry } = timer.getSnapshot().context
            if (entry) timer.send({ type: 'dismissal.heard', dismissed: { id: entry.id, touchedAt: entry.touchedAt } })
          },
        },
        states: {
          nothing: shows({ shown: false }),
          running: () => {
            shows({ shown: true, can: ['pause'] })()
            expect(timer.getSnapshot().context).toMatchObject({
              isStale: false,
              isAnswered: true,
              isAskedForEnd: false,
            })
          },
          stale: () => {
            shows({ shown: true, can: ['pause'] })()
            expect(timer.getSnapshot().context.isStale).toBe(true)
          },
          paused: shows({ shown: true, can: ['resume', 'hide'] }),
          refused: () => {
            shows({ shown: true, can: ['resume', 'hide'] })()
            expect(heard.at(-1)).toEqual({ type: 'timer.refused', text: timerTexts.refused })
          },
          hidden: () => {
            shows({ shown: false })()
            const { entry, dismissed } = timer.getSnapshot().context
            expect(dismissed).toEqual({ id: entry?.id, touchedAt: entry?.touchedAt })
            expect(ends).toEqual([])
          },
          askedWhileRunning: shows({ shown: true, asks: true }),
          askedWhilePaused: shows({ shown: true, asks: true }),
          askedForEnd: () => {
            shows({ shown: true, asks: true })()
            expect([timer.getSnapshot().context.isAskedForEnd, ends.at(-1), heard]).toEqual([true, null, []])
          },
          completed: () => {
            shows({ shown: false })()
            expect(heard.at(-1)).toEqual({
              type: 'timer.moved',
              title: 'Timer Completed',
              totalDuration: '00:10:00',
            })
          },
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(50))
})

describe('every state of the machine', () => {
  const reached = getShortestPaths(
    timerMachine.provide({ actors: { timerRows: fromCallback(() => {}), dismissals: fromCallback(() => {}) } }),
    {
      input: { dismissed: null },
      limit: 2_000,
      events: [
        { type: 'row.read', entry: timerOf('active') },
        { type: 'row.read', entry: timerOf('paused') },
        { type: 'row.read', entry: null },
        { type: 'timer.pause' },
        { type: 'timer.resume' },
        { type: 'timer.stop' },
        { type: 'stop.confirm' },
        { type: 'stop.cancel' },
        { type: 'bar.dismiss' },
      ],
    },
  )

  test('but the refusal, which needs the database, is reachable by what is read and wished', () => {
    expect(new Set(reached.map((path) => path.state.value))).toEqual(
      new Set(['none', 'active', 'paused', 'dismissed', 'pausing', 'resuming', 'confirmingStop', 'stopping']),
    )
  })

  test('stopping comes only after the question', () => {
    const stopping = reached.filter((path) => path.state.matches('stopping'))
    expect(stopping.length).toBeGreaterThan(0)
    for (const path of stopping) expect(path.steps.map((step) => step.event.type)).toContain('stop.confirm')
  })
})

testEveryTransition(walked)
