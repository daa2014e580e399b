import { fromPromise } from 'xstate'
import { quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { createTasks } from './api/create-tasks.mutation'

/** The quick-add machine with its real effects. */
export const liveQuickAdd = quickAddMachine.provide({
  actors: {
    createTasks: fromPromise(({ input }) => createTasks(input)),
  },
})
