import { hasTitle } from '@/shared/domain/tasks/task'
import { contents } from './drafts'
import { quickAddSetup } from './quick-add.setup'

/** Uploads the files, then creates the tasks. Any failure leads back to the unchanged drafts (spec 2 §5). */
export const saving = quickAddSetup.createStateConfig({
  tags: ['open', 'saving'],
  initial: 'uploading',
  states: {
    uploading: {
      tags: 'uploading',
      always: [
        { guard: 'hasFailedUpload', target: '#quickAdd.editing.asLeft', actions: 'announceFailedUpload' },
        { guard: 'hasAllUploads', target: 'inserting' },
      ],
      on: {
        'dialog.close': '#quickAdd.editing.asLeft',
      },
    },
    inserting: {
      invoke: {
        src: 'createTasks',
        input: ({ context: { drafts, assignees, createdBy } }) => ({
          drafts: contents(drafts).filter(hasTitle),
          assignees,
          createdBy,
        }),
        onDone: [
          {
            guard: { type: 'createdAll', params: ({ event }) => event.output },
            target: '#quickAdd.closed',
            actions: [
              'stopDrafts',
              { type: 'leaveUntitled', params: ({ event }) => event.output },
              { type: 'announceResult', params: ({ event }) => event.output },
            ],
          },
          {
            target: '#quickAdd.editing.asLeft',
            actions: [
              { type: 'removeCreated', params: ({ event }) => event.output },
              { type: 'announceResult', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: {
          target: '#quickAdd.editing.asLeft',
          actions: { type: 'announce', params: { type: 'tasks.failedUnexpectedly' } },
        },
      },
      after: {
        saveTimeout: {
          target: '#quickAdd.editing.asLeft',
          actions: {
            type: 'announce',
            params: { type: 'tasks.failed', reason: 'The server did not answer in time' },
          },
        },
      },
    },
  },
})
