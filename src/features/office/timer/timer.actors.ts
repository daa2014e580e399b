import { fromCallback, fromPromise } from 'xstate'
import { cannotWait } from '@/kit/outbox/cannot-wait'
import { timerMachine } from '@/machines/timer/timer.machine'
import { liveTimerRows } from '@/streams/timer/live-timer'
import { moveTimer } from './api/move-timer.mutation'
import { readTimer, toTimer } from './api/timer.query'
import { dismissalOf } from './dismissal'

/** The timer machine of one person with its real effects. */
export const liveTimer = (userId: string, userEmail: string) =>
  timerMachine.provide({
    actors: {
      timerRows: fromCallback(({ sendBack }) => {
        const rows$ = liveTimerRows(userId, { read: (signal) => readTimer(userEmail, signal), parse: toTimer })
        const subscription = rows$.subscribe((read) =>
          sendBack(read.kind === 'read' ? { type: 'row.read', entry: read.row } : { type: 'row.unreadable' }),
        )
        return () => subscription.unsubscribe()
      }),
      dismissals: fromCallback(({ sendBack }) =>
        dismissalOf(userId).onKeptElsewhere((dismissed) => {
          if (dismissed) sendBack({ type: 'dismissal.heard', dismissed })
        }),
      ),
      pauseTimer: fromPromise(({ input }) => cannotWait(() => moveTimer('pause', input.id, { ended: input.ended }))),
      resumeTimer: fromPromise(({ input }) => cannotWait(() => moveTimer('resume', input.id))),
      stopTimer: fromPromise(({ input }) => cannotWait(() => moveTimer('stop', input.id, { ended: input.ended }))),
    },
    actions: {
      rememberDismissed: ({ context }) => void dismissalOf(userId).keep(context.dismissed),
    },
  })
