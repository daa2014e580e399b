import { fromCallback, fromPromise, type EventObject } from 'xstate'
import { draftMachine } from '@/machines/quick-add/draft.machine'
import { quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { type TransferInput, uploadMachine } from '@/machines/upload/upload.machine'
import { createTasks } from '../api/create-tasks.mutation'
import { improveText } from '../api/detail/improve-text.mutation'
import { transferFile } from '../api/detail/transfer-file'
import { createSanitiser } from '../sanitise-html'
import { improveDescription } from './improve-description'

const sanitise = (html: string): string => String(createSanitiser(window)(html))

/** The quick-add machine with its real effects. */
export const liveQuickAdd = quickAddMachine.provide({
  actors: {
    createTasks: fromPromise(({ input }) => createTasks(input)),
    draft: draftMachine.provide({
      actors: {
        improve: fromPromise(({ input }) => improveDescription(input.description, improveText, sanitise)),
        uploads: uploadMachine.provide({
          actors: {
            transfer: fromCallback<EventObject, TransferInput>(({ input, sendBack }) => transferFile(input, sendBack)),
          },
        }),
      },
    }),
  },
})
