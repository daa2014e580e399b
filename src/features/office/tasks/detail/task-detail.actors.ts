import { fromCallback, fromPromise } from 'xstate'
import { checklistMachine } from '@/machines/checklist/checklist.machine'
import { readyUndoMachine } from '@/machines/ready-undo/ready-undo.machine'
import { uploadMachine } from '@/machines/upload/upload.machine'
import { changeChecklist } from '@/shared/domain/tasks/task-checklist'
import type { Outbox } from '@/kit/outbox/outbox'
import { checklistKind, LineOutdated, readyKind } from '../outbox-kinds'
import { transferFile } from '../api/detail/transfer-file'

type OpenTask = { id: string; title: string }

/** The checklist of one task with its real effects. */
export const liveChecklist = (outbox: Outbox, { id, title }: OpenTask) =>
  checklistMachine.provide({
    actors: {
      saveChange: fromPromise(async ({ input: { description, change } }) => {
        const mine = changeChecklist(description, change) ?? description
        try {
          const done = await outbox.perform(checklistKind, {
            about: id,
            label: `Checklist of “${title}”`,
            payload: { taskId: id, description, change },
          })
          if (done.kind === 'waiting') return { description: mine, isMade: true, isWaiting: true }
          return { description: typeof done.answer === 'string' ? done.answer : mine, isMade: true }
        } catch (error) {
          if (error instanceof LineOutdated) return { description: error.description, isMade: false }
          throw error
        }
      }),
    },
  })

/** One person's ready mark on one task with its real effects. */
export const liveReadyUndo = (outbox: Outbox, { id, title }: OpenTask) =>
  readyUndoMachine.provide({
    actors: {
      setReady: fromPromise(async ({ input: { ready } }) => {
        const done = await outbox.perform(readyKind, {
          about: id,
          label: `${ready ? 'Ready' : 'Not ready'} on “${title}”`,
          payload: { taskId: id, ready },
        })
        return done.kind === 'sent' ? 'saved' : 'waiting'
      }),
    },
  })

/** The files of a comment with their real transfers. */
export const liveUpload = uploadMachine.provide({
  actors: { transfer: fromCallback(({ input, sendBack }) => transferFile(input, sendBack)) },
})
