import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { timerOf } from '@/machines/timer/testing'
import { timerMachine, type TimerEmitted } from '@/machines/timer/timer.machine'
import { type TimeEntry, type TimeEntryStatus, timerTexts } from '@/shared/domain/time/time-entry'
import { arrows } from './arrows'
import { timerModel } from './timer.model'

/** Every arrow once: the shortest way to its start, then the arrow. */
const paths = createTestModel(timerModel).getShortestPaths({ limit: 1_000 })

/** The bar of one person beside the database: moves are made there, and rows are read from there. */
function useBar() {
  let moment = 0
  let answers: 'yes' | 'no' | 'refused' | 'asks' = 'yes'
  const ends: (string | null)[] = []
  const row = (status: TimeEntryStatus) =>
    timerOf(status, {
      totalDuration: '00:10:00',
      touchedAt: `2026-11-20T08:00:00.${String(++moment).padStart(6, '0')}+00:00`,
    })
  const move = (status: TimeEntryStatus) =>
    fromPromise<TimeEntry, { id: string }>(async () => {
      if (answers === 'yes') return row(status)
      throw Object.assign(new Error('refused'), answers === 'refused' ? { code: '23505' } : {})
    })
  const stop = fromPromise<TimeEntry, { id: string; ended: string | null }>(async ({ input }) => {
    ends.push(input.ended)
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
    }),
    { input: { dismissed: null } },
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
    wish: async (type: 'timer.pause' | 'timer.resume' | 'stop.confirm', answer: typeof answers, ended?: string) => {
      answers = answer
      timer.send(ended && type === 'stop.confirm' ? { type, ended } : { type })
      await waitFor(timer, (state) => !state.hasTag('busy'))
    },
  }
}

describe('the timer bar behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { timer, heard, ends, elsewhere, wish } = useBar()
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
      await path.test({
        events: {
          startElsewhere: () => elsewhere('active'),
          pause: () => wish('timer.pause', 'yes'),
          pauseInVain: () => wish('timer.pause', 'no'),
          pauseElsewhere: () => elsewhere('paused'),
          resume: () => wish('timer.resume', 'yes'),
          resumeRefused: () => wish('timer.resume', 'refused'),
          resumeElsewhere: () => elsewhere('active'),
          stop: () => timer.send({ type: 'timer.stop' }),
          cancel: () => timer.send({ type: 'stop.cancel' }),
          confirm: () => wish('stop.confirm', 'yes'),
          confirmInVain: () => wish('stop.confirm', 'no'),
          confirmWithoutEnd: () => wish('stop.confirm', 'asks'),
          confirmEnd: () => wish('stop.confirm', 'yes', '2026-11-20T17:30:00.000Z'),
          completeElsewhere: () => elsewhere('completed'),
          hide: () => timer.send({ type: 'bar.dismiss' }),
          hideElsewhere: () => {
            const { entry } = timer.getSnapshot().context
            if (entry) timer.send({ type: 'dismissal.heard', dismissed: { id: entry.id, touchedAt: entry.touchedAt } })
          },
        },
        states: {
          nothing: shows({ shown: false }),
          running: shows({ shown: true, can: ['pause'] }),
          paused: shows({ shown: true, can: ['resume', 'hide'] }),
          refused: () => {
            shows({ shown: true, can: ['resume', 'hide'] })()
            expect(heard.at(-1)).toEqual({ type: 'timer.refused', text: timerTexts.refused })
          },
          hidden: shows({ shown: false }),
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

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(32))
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
