import { fromCallback, fromPromise } from 'xstate'
import { checklistMachine } from '@/machines/checklist/checklist.machine'
import { readyUndoMachine } from '@/machines/ready-undo/ready-undo.machine'
import { uploadMachine } from '@/machines/upload/upload.machine'
import { saveChecklistChange } from '../api/change-checklist.mutation'
import { setReady } from '../api/set-ready.mutation'
import { transferFile } from '../api/transfer-file'

/** The checklist of one task with its real effects. */
export const liveChecklist = (taskId: string) =>
  checklistMachine.provide({ actors: { saveChange: fromPromise(({ input }) => saveChecklistChange(taskId, input)) } })

/** One person's ready mark on one task with its real effects. */
export const liveReadyUndo = (taskId: string, userId: string) =>
  readyUndoMachine.provide({
    actors: { setReady: fromPromise(({ input }) => setReady(taskId, userId, input.ready)) },
  })

/** The files of a comment with their real transfers. */
export const liveUpload = uploadMachine.provide({
  actors: { transfer: fromCallback(({ input, sendBack }) => transferFile(input, sendBack)) },
})
