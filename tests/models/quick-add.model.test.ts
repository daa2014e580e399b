import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { QuickAddEmitted } from '@/machines/quick-add/quick-add.events'
import { quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { arrows } from './arrows'
import { quickAddModel } from './quick-add.model'

/** Every arrow once: the shortest way to its start, then the arrow. */
const paths = createTestModel(quickAddModel).getShortestPaths({ limit: 1_000 })

function useDialog() {
  let accepts = true
  let ids = 0
  const dialog = createActor(
    quickAddMachine.provide({
      actors: {
        createTasks: fromPromise(async ({ input }) => {
          if (!accepts) throw new Error('refused')
          return { created: input.drafts.map(({ id }) => id), mentioned: false, converted: false, failure: null }
        }),
      },
    }),
    { input: { createdBy: 'maria', newId: () => `draft-${++ids}` } },
  ).start()
  const heard: QuickAddEmitted[] = []
  dialog.on('*', (event) => heard.push(event))
  return {
    dialog,
    heard,
    create: async (accepted: boolean) => {
      accepts = accepted
      dialog.send({ type: 'tasks.create' })
      await waitFor(dialog, (state) => !state.hasTag('saving'))
    },
  }
}

describe('the quick-add dialog behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { dialog, heard, create } = useDialog()
      const shows = (seen: { open: boolean; isPrivate?: boolean; creatable?: boolean; titles?: string[] }) => () => {
        const state = dialog.getSnapshot()
        expect({
          open: state.hasTag('open'),
          isPrivate: state.hasTag('private'),
          creatable: state.can({ type: 'tasks.create' }),
          titles: state.hasTag('open') ? state.context.drafts.map((draft) => draft.getSnapshot().context.title) : [],
        }).toEqual({ isPrivate: false, creatable: false, titles: seen.open ? [''] : [], ...seen })
      }
      const title = 'Shop front'
      await path.test({
        events: {
          open: () => dialog.send({ type: 'dialog.open' }),
          close: () => dialog.send({ type: 'dialog.close' }),
          writeTitle: () => {
            dialog.getSnapshot().context.drafts[0]?.send({ type: 'draft.write', change: { title } })
          },
          chooseAssignee: () => dialog.send({ type: 'assignees.choose', userIds: ['petra'] }),
          removeAssignee: () => dialog.send({ type: 'assignees.choose', userIds: [] }),
          makePrivate: () => dialog.send({ type: 'audience.makePrivate' }),
          share: () => dialog.send({ type: 'audience.share' }),
          mention: () => dialog.send({ type: 'mention.pick', userId: 'petra' }),
          addDraft: () => dialog.send({ type: 'draft.add' }),
          removeDraft: () => {
            const newest = dialog.getSnapshot().context.drafts[0]?.getSnapshot().context.id ?? ''
            dialog.send({ type: 'draft.remove', id: newest })
          },
          create: () => create(true),
          createInVain: () => create(false),
        },
        states: {
          closed: shows({ open: false }),
          blank: shows({ open: true }),
          titled: shows({ open: true, titles: [title] }),
          creatable: shows({ open: true, creatable: true, titles: [title] }),
          privateBlank: shows({ open: true, isPrivate: true }),
          privateCreatable: shows({ open: true, isPrivate: true, creatable: true, titles: [title] }),
          titledBesideBlank: shows({ open: true, titles: ['', title] }),
          creatableBesideBlank: shows({ open: true, creatable: true, titles: ['', title] }),
          created: () => {
            shows({ open: false })()
            expect(heard.at(-1)).toEqual({ type: 'tasks.created', count: 1 })
          },
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(25))
})
