import { quickAddSetup } from './quick-add.setup'

/** The assignees of the tasks: chosen people, or only the author (spec 2 §4). */
export const audience = quickAddSetup.createStateConfig({
  initial: 'shared',
  states: {
    shared: {
      on: {
        'assignees.choose': { actions: 'chooseAssignees' },
        'mention.pick': {
          guard: { type: 'isNewAlone', params: ({ event }) => event },
          actions: ['addMentioned', { type: 'announce', params: { type: 'people.mentioned' } }],
        },
        'audience.makePrivate': { target: 'private', actions: 'clearAssignees' },
        'kept.restore': [
          { guard: 'keptWasPrivate', target: 'private', actions: ['takeKept', 'clearAssignees'] },
          { guard: 'hasKept', actions: 'takeKept' },
        ],
        'tasks.create': { guard: 'canCreateShared', target: '#quickAdd.saving' },
      },
    },
    private: {
      tags: 'private',
      on: {
        'audience.share': 'shared',
        'mention.pick': {
          guard: { type: 'isNewAlone', params: ({ event }) => event },
          target: 'shared',
          actions: ['addMentioned', { type: 'announce', params: { type: 'audience.converted' } }],
        },
        'kept.restore': { guard: 'hasKept', actions: ['takeKept', 'clearAssignees'] },
        'tasks.create': { guard: 'canCreatePrivate', target: '#quickAdd.saving' },
      },
    },
  },
})
