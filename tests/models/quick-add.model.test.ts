import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { blankDraft, type KeptWork } from '@/machines/quick-add/draft-content'
import { draftMachine } from '@/machines/quick-add/draft.machine'
import type { CreateTasks, QuickAddEmitted, TasksCreated } from '@/machines/quick-add/quick-add.events'
import { quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { type TransferInput, type TransferNews, uploadMachine } from '@/machines/upload/upload.machine'
import { arrows, everyArrow } from './arrows'
import { quickAddModel } from './quick-add.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(quickAddMachine)

const paths = everyArrow(createTestModel(quickAddModel))
const title = 'Shop front'
const lateAnswer = 'The server did not answer in time'
const kept = (isPrivate: boolean): KeptWork => ({
  drafts: [{ ...blankDraft('kept-1'), title }],
  assignees: ['petra'],
  isPrivate,
})

function useDialog() {
  const clock = new SimulatedClock()
  let answer: ((input: CreateTasks) => Promise<TasksCreated>) | null = null
  let ids = 0
  let wire: ((news: TransferNews) => void) | null = null
  const draft = draftMachine.provide({
    actors: {
      uploads: uploadMachine.provide({
        actors: {
          transfer: fromCallback<EventObject, TransferInput>(({ sendBack }) => {
            wire = sendBack
          }),
        },
      }),
    },
  })
  const dialog = createActor(
    quickAddMachine.provide({
      actors: {
        draft,
        createTasks: fromPromise(({ input }) => answer?.(input) ?? Promise.reject(new Error('Nothing was asked'))),
      },
    }),
    { clock, inspect: walked.inspect, input: { createdBy: 'maria', newId: () => `draft-${++ids}` } },
  ).start()
  const heard: QuickAddEmitted[] = []
  dialog.on('*', (event) => heard.push(event))
  const settled = () => waitFor(dialog, (state) => !state.hasTag('saving'))
  const all = ({ drafts }: CreateTasks): TasksCreated => ({
    created: drafts.map(({ id }) => id),
    mentioned: false,
    converted: false,
    failure: null,
  })
  const drafts = () => dialog.getSnapshot().context.drafts
  return {
    dialog,
    heard,
    drafts,
    all,
    settled,
    pass: (time: number) => clock.increment(time),
    write: (place: number, text: string) => drafts()[place]?.send({ type: 'draft.write', change: { title: text } }),
    tell: (news: TransferNews) => wire?.(news),
    create: async (next: (input: CreateTasks) => Promise<TasksCreated>, meanwhile = () => {}) => {
      answer = next
      dialog.send({ type: 'tasks.create' })
      meanwhile()
      await settled()
    },
    /** Creates while a file is on its way. */
    createWithFile: () => {
      answer = async (input) => all(input)
      const file = new File(['x'], 'plan.pdf')
      drafts()[0]
        ?.getSnapshot()
        .context.uploads.send({ type: 'files.add', files: [{ id: 'plan', path: 'at/plan', file }] })
      dialog.send({ type: 'tasks.create' })
    },
  }
}

describe('the quick-add dialog behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { dialog, heard, drafts, all, settled, pass, write, tell, create, createWithFile } = useDialog()
      const titles = () => drafts().map((draft) => draft.getSnapshot().context.title)
      const shows = (seen: Seen) => () => {
        const state = dialog.getSnapshot()
        expect({
          open: state.hasTag('open'),
          saves: state.hasTag('saving'),
          isPrivate: state.hasTag('private'),
          creatable: state.can({ type: 'tasks.create' }),
          titles: state.hasTag('open') ? titles() : [],
          offered: state.hasTag('open') && state.context.kept !== null,
          restorable: state.can({ type: 'kept.restore' }),
        }).toEqual({
          restorable: seen.offered ?? false,
          saves: false,
          isPrivate: false,
          creatable: false,
          offered: false,
          titles: seen.open ? [''] : [],
          ...seen,
        })
      }
      const creates = (count: number) => () => {
        shows({ open: false })()
        expect(heard.at(-1)).toEqual({ type: 'tasks.created', count })
      }
      const saysFailed = (reason: string) => expect(heard.at(-1)).toEqual({ type: 'tasks.failed', reason })
      const refusing = (first: number) => async (input: CreateTasks) => ({
        ...all({ ...input, drafts: input.drafts.slice(0, first) }),
        failure: 'refused',
      })
      await path.test({
        events: {
          open: () => {
            const before = drafts()
            dialog.send({ type: 'dialog.open' })
            expect(before.filter((draft) => draft.getSnapshot().status !== 'stopped')).toEqual([])
          },
          openWithKept: () => dialog.send({ type: 'dialog.open', kept: kept(false) }),
          openWithKeptPrivate: () => dialog.send({ type: 'dialog.open', kept: kept(true) }),
          restore: () => dialog.send({ type: 'kept.restore' }),
          discard: () => dialog.send({ type: 'kept.discard' }),
          otherTabCreates: () => dialog.send({ type: 'kept.elsewhere', drafts: [] }),
          close: () => dialog.send({ type: 'dialog.close' }),
          writeTitle: () => write(0, title),
          writeSecondTitle: () => write(0, 'Back door'),
          chooseAssignee: () => dialog.send({ type: 'assignees.choose', userIds: ['petra'] }),
          removeAssignee: () => dialog.send({ type: 'assignees.choose', userIds: [] }),
          makePrivate: () => dialog.send({ type: 'audience.makePrivate' }),
          share: () => dialog.send({ type: 'audience.share' }),
          mention: () => {
            const isPrivate = dialog.getSnapshot().hasTag('private')
            dialog.send({ type: 'mention.pick', userId: 'petra' })
            expect(heard.at(-1)).toEqual({ type: isPrivate ? 'audience.converted' : 'people.mentioned' })
            expect(dialog.getSnapshot().context.assignees).toEqual(['petra'])
          },
          addDraft: () => dialog.send({ type: 'draft.add' }),
          removeDraft: () => {
            const newest = drafts()[0]?.getSnapshot().context.id ?? ''
            dialog.send({ type: 'draft.remove', id: newest })
          },
          create: async () => {
            const before = drafts()
            await create(async (input) => all(input))
            expect(before.filter((draft) => draft.getSnapshot().status !== 'stopped')).toEqual([])
          },
          createInVain: async () => {
            await create(() => Promise.reject(new Error('refused')))
            expect(heard.at(-1)).toEqual({ type: 'tasks.failedUnexpectedly' })
          },
          createRefused: async () => {
            await create(refusing(0))
            saysFailed('refused')
          },
          createHalf: async () => {
            await create(refusing(1))
            saysFailed('refused')
          },
          createUnanswered: async () => {
            await create(
              () => new Promise(() => {}),
              () => {
                pass(14_999)
                expect(dialog.getSnapshot().hasTag('saving')).toBe(true)
                pass(1)
              },
            )
            saysFailed(lateAnswer)
          },
          createWithFile,
          fileArrives: async () => {
            tell({ type: 'transfer.done', path: 'at/plan' })
            await settled()
          },
          fileFails: () => {
            tell({ type: 'transfer.failed', path: 'at/plan', reason: 'too large' })
            expect(heard.at(-1)).toEqual({ type: 'upload.failed', reason: 'too large' })
          },
        },
        states: {
          closed: shows({ open: false }),
          closedAgain: shows({ open: false }),
          offered: shows({ open: true, offered: true }),
          offeredPrivate: shows({ open: true, offered: true }),
          offeredInPrivate: shows({ open: true, offered: true, isPrivate: true }),
          blank: shows({ open: true }),
          titled: shows({ open: true, titles: [title] }),
          creatable: shows({ open: true, creatable: true, titles: [title] }),
          privateBlank: shows({ open: true, isPrivate: true }),
          privateCreatable: () => {
            shows({ open: true, isPrivate: true, creatable: true, titles: [title] })()
            expect(dialog.getSnapshot().context.assignees).toEqual([])
          },
          titledBesideBlank: shows({ open: true, titles: ['', title] }),
          creatableBesideBlank: shows({ open: true, creatable: true, titles: ['', title] }),
          twoCreatable: shows({ open: true, creatable: true, titles: ['Back door', title] }),
          secondLeft: shows({ open: true, creatable: true, titles: [title] }),
          uploading: shows({ open: true, saves: true, titles: [title] }),
          created: creates(1),
          bothCreated: creates(2),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(45))
})

type Seen = {
  open: boolean
  saves?: boolean
  isPrivate?: boolean
  creatable?: boolean
  titles?: string[]
  offered?: boolean
}

testEveryTransition(walked)
