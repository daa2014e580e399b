import { notifications } from '@mantine/notifications'
import { fromPromise } from 'xstate'
import type { Outbox } from '@/kit/outbox/outbox'
import { readyUndoMachine } from '@/machines/ready-undo/ready-undo.machine'
import { saveProblem } from '@/shared/hooks/save-problem'
import { tickKind } from './outbox-kinds'
import type { Mark } from './panel'

/** One mark on one part: set, and for ten seconds taken back, as a ready mark on a task. */
export const liveTick = (
  outbox: Outbox,
  part: { id: string; name: string },
  mark: Mark,
  onDone: () => Promise<unknown>,
) =>
  readyUndoMachine.provide({
    actors: {
      setReady: fromPromise(async ({ input: { ready } }) => {
        try {
          const done = await outbox.perform(tickKind, {
            about: aboutOf(part.id, mark),
            label: `${part.name}: ${ready ? mark : `not ${mark}`}`,
            payload: { partId: part.id, mark, isTicked: ready, isAway: outbox.isAway() },
          })
          if (done.kind === 'sent') await onDone()
          return done.kind === 'sent' ? 'saved' : 'waiting'
        } catch (error) {
          notifications.show({ color: 'red', title: 'Not marked', message: saveProblem(error) })
          void onDone()
          throw error
        }
      }),
    },
  })

export const aboutOf = (partId: string, mark: Mark): string => `${partId} ${mark}`
