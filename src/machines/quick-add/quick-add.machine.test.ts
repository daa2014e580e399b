import { describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor, type EventObject } from 'xstate'
import { type TransferInput, type TransferNews, uploadMachine } from '../upload/upload.machine'
import { blankDraft, type DraftContent, type KeptWork, keptWorkSchema } from './draft-content'
import { contentOf, draftMachine } from './draft.machine'
import type { CreateTasks, QuickAddEmitted, TasksCreated } from './quick-add.events'
import { quickAddMachine } from './quick-add.machine'
import { workToKeep } from './work-to-keep'

type Create = (tasks: CreateTasks) => Promise<TasksCreated>

const allCreated = ({ drafts }: CreateTasks): TasksCreated => ({
  created: drafts.map(({ id }) => id),
  mentioned: false,
  converted: false,
  failure: null,
})

function openDialog(createTasks: Create = async (tasks) => allCreated(tasks)) {
  const clock = new SimulatedClock()
  const transfers = new Map<string, (news: TransferNews) => void>()
  const draft = draftMachine.provide({
    actors: {
      uploads: uploadMachine.provide({
        actors: {
          transfer: fromCallback<EventObject, TransferInput>(({ input, sendBack }) => {
            transfers.set(input.path, sendBack)
          }),
        },
      }),
    },
  })
  let ids = 0
  const dialog = createActor(
    quickAddMachine.provide({ actors: { draft, createTasks: fromPromise(({ input }) => createTasks(input)) } }),
    { clock, input: { createdBy: 'maria', newId: () => `draft-${++ids}` } },
  ).start()
  const heard: QuickAddEmitted[] = []
  dialog.on('*', (event) => heard.push(event))
  dialog.send({ type: 'dialog.open' })
  const drafts = () => dialog.getSnapshot().context.drafts
  const write = (change: { title?: string; description?: string }, place = 0) =>
    drafts()[place]?.send({ type: 'draft.write', change })
  const attach = (name: string) =>
    drafts()[0]
      ?.getSnapshot()
      .context.uploads.send({ type: 'files.add', files: [{ id: name, path: name, file: new File(['x'], name) }] })
  const canCreate = () => dialog.getSnapshot().can({ type: 'tasks.create' })
  const create = () => dialog.send({ type: 'tasks.create' })
  const assign = (...userIds: string[]) => dialog.send({ type: 'assignees.choose', userIds })
  const titles = () => drafts().map((one) => one.getSnapshot().context.title)
  const assignees = () => dialog.getSnapshot().context.assignees
  const is = (tag: 'open' | 'private' | 'saving') => dialog.getSnapshot().hasTag(tag)
  const settled = () => waitFor(dialog, (state) => !state.hasTag('saving'))
  return {
    dialog,
    clock,
    heard,
    transfers,
    drafts,
    write,
    attach,
    canCreate,
    create,
    assign,
    titles,
    assignees,
    is,
    settled,
  }
}

describe('opening', () => {
  test('starts with one blank draft', () => {
    const { dialog } = openDialog()
    expect(workToKeep(dialog.getSnapshot())).toBeNull()
    expect(dialog.getSnapshot().context.drafts).toHaveLength(1)
  })

  test('spec 2 §4: again resets all drafts to one blank draft with a new id', () => {
    const { dialog, write, assign, titles, assignees, drafts } = openDialog()
    write({ title: 'Van lettering', description: '<p>both sides</p>' })
    dialog.send({ type: 'draft.add' })
    assign('petra')
    dialog.send({ type: 'dialog.close' })
    dialog.send({ type: 'dialog.open' })
    expect([titles(), assignees()]).toEqual([[''], []])
    expect(drafts()[0]?.getSnapshot().context.id).toBe('draft-3')
  })

  test('again is shared, even after a private task', () => {
    const { dialog, is } = openDialog()
    dialog.send({ type: 'audience.makePrivate' })
    dialog.send({ type: 'dialog.close' })
    dialog.send({ type: 'dialog.open' })
    expect(is('private')).toBe(false)
  })
})

describe('drafts', () => {
  test('spec 2 §4: are added with the newest shown first', () => {
    const { dialog, write, titles } = openDialog()
    write({ title: 'First' })
    dialog.send({ type: 'draft.add' })
    write({ title: 'Second' })
    expect(titles()).toEqual(['Second', 'First'])
  })

  test('spec 2 §4: are removed only while more than one exists', () => {
    const { dialog, write, titles, drafts } = openDialog()
    write({ title: 'First' })
    dialog.send({ type: 'draft.add' })
    const [newest, first] = drafts().map((draft) => draft.getSnapshot().context.id)
    dialog.send({ type: 'draft.remove', id: newest ?? '' })
    dialog.send({ type: 'draft.remove', id: first ?? '' })
    expect(titles()).toEqual(['First'])
  })

  test('are not removed while they are being saved', () => {
    const { dialog, write, assign, create, drafts } = openDialog(() => new Promise(() => {}))
    write({ title: 'First' })
    dialog.send({ type: 'draft.add' })
    assign('petra')
    create()
    dialog.send({ type: 'draft.remove', id: drafts()[0]?.getSnapshot().context.id ?? '' })
    expect(drafts()).toHaveLength(2)
  })
})

describe('Create is enabled', () => {
  test('spec 2 §5: with a title and an assignee, as soon as both are there', () => {
    const { write, assign, canCreate } = openDialog()
    write({ title: 'Shop front' })
    expect(canCreate()).toBe(false)
    assign('petra')
    expect(canCreate()).toBe(true)
  })

  test('spec 2 §5: without an assignee when the task is private', () => {
    const { dialog, write, canCreate } = openDialog()
    dialog.send({ type: 'audience.makePrivate' })
    expect(canCreate()).toBe(false)
    write({ title: 'Order gloves' })
    expect(canCreate()).toBe(true)
  })

  test('spec 2 §5: not with a blank title, nor one or a description that is too long', () => {
    const { write, assign, canCreate } = openDialog()
    assign('petra')
    write({ title: '   ' })
    expect(canCreate()).toBe(false)
    write({ title: 'x'.repeat(501) })
    expect(canCreate()).toBe(false)
    write({ title: 'Shop front', description: `<p>${'x'.repeat(1024 * 1024)}</p>` })
    expect(canCreate()).toBe(false)
  })

  test('spec 2 §4, §5: not while saving', () => {
    const { write, assign, create, canCreate } = openDialog(() => new Promise(() => {}))
    write({ title: 'Shop front' })
    assign('petra')
    create()
    expect(canCreate()).toBe(false)
  })
})

describe('a private task', () => {
  test('spec 2 §4: clears the assignees and takes no new ones', () => {
    const { dialog, assign, assignees } = openDialog()
    assign('petra', 'olaf')
    dialog.send({ type: 'audience.makePrivate' })
    assign('petra')
    expect(assignees()).toEqual([])
  })

  test('spec 2 §4: that mentions somebody turns into a shared task', () => {
    const { dialog, assignees, is, heard } = openDialog()
    dialog.send({ type: 'audience.makePrivate' })
    dialog.send({ type: 'mention.pick', userId: 'petra' })
    expect([is('private'), assignees(), heard]).toEqual([false, ['petra'], [{ type: 'audience.converted' }]])
  })

  test('among several drafts stays private while one of them is being written: only its own text shares it', () => {
    const { dialog, is } = openDialog()
    dialog.send({ type: 'draft.add' })
    dialog.send({ type: 'audience.makePrivate' })
    dialog.send({ type: 'mention.pick', userId: 'petra' })
    expect(is('private')).toBe(true)
  })
})

test('a mentioned colleague is added unless already assigned or the creator', () => {
  const { dialog, assign, assignees, heard } = openDialog()
  assign('petra')
  for (const userId of ['petra', 'maria', 'olaf']) dialog.send({ type: 'mention.pick', userId })
  expect([assignees(), heard]).toEqual([['petra', 'olaf'], [{ type: 'people.mentioned' }]])
})

describe('saving', () => {
  test('spec 2 §4: sends the titled drafts and who wrote them, then closes and says how many', async () => {
    const createTasks = vi.fn<Create>(async (tasks) => allCreated(tasks))
    const { dialog, write, assign, create, heard } = openDialog(createTasks)
    write({ title: 'Shop front', description: '<p>by Friday</p>' })
    dialog.send({ type: 'draft.add' })
    assign('petra')
    create()
    await waitFor(dialog, (state) => state.matches('closed'))
    const draft: DraftContent = { ...blankDraft('draft-1'), title: 'Shop front', description: '<p>by Friday</p>' }
    expect(createTasks.mock.calls).toEqual([[{ drafts: [draft], assignees: ['petra'], createdBy: 'maria' }]])
    expect(heard).toEqual([{ type: 'tasks.created', count: 1 }])
    expect(workToKeep(dialog.getSnapshot())).toBeNull()
  })

  test('spec 2 §5: leaves what was written without a title for the next visit', async () => {
    const { dialog, write, assign, create } = openDialog()
    write({ description: '<p>Measure the van first</p>' })
    dialog.send({ type: 'draft.add' })
    write({ title: 'Shop front' })
    assign('petra')
    create()
    await waitFor(dialog, (state) => state.matches('closed'))
    expect(workToKeep(dialog.getSnapshot())).toEqual({
      drafts: [{ ...blankDraft('draft-1'), description: '<p>Measure the van first</p>' }],
      assignees: ['petra'],
      isPrivate: false,
    })
  })

  test('says that mentioned people joined and that a private task became shared', async () => {
    const { dialog, write, create, heard, settled } = openDialog(async (tasks) => ({
      ...allCreated(tasks),
      mentioned: true,
      converted: true,
    }))
    write({ title: 'Ask @petra' })
    dialog.send({ type: 'audience.makePrivate' })
    create()
    await settled()
    expect(heard.map(({ type }) => type)).toEqual(['tasks.created', 'people.mentioned', 'audience.converted'])
  })

  test('twice at once saves once', () => {
    const createTasks = vi.fn<Create>(() => new Promise(() => {}))
    const { write, assign, create } = openDialog(createTasks)
    write({ title: 'Shop front' })
    assign('petra')
    create()
    create()
    expect(createTasks).toHaveBeenCalledTimes(1)
  })

  test('that stops at the second of three keeps the second and third, and says both', async () => {
    const { dialog, write, assign, create, heard, titles, settled, is } = openDialog(async ({ drafts }) => ({
      created: drafts.slice(0, 1).map(({ id }) => id),
      mentioned: false,
      converted: false,
      failure: 'no connection',
    }))
    for (const title of ['Third', 'Second', 'First']) {
      write({ title })
      if (title !== 'First') dialog.send({ type: 'draft.add' })
    }
    assign('petra')
    create()
    await settled()
    expect([titles(), is('open')]).toEqual([['Second', 'Third'], true])
    expect(heard).toEqual([
      { type: 'tasks.created', count: 1 },
      { type: 'tasks.failed', reason: 'no connection' },
    ])
  })

  test('that fails can be tried again under the same id', async () => {
    const createTasks = vi
      .fn<Create>(async (tasks) => allCreated(tasks))
      .mockResolvedValueOnce({ created: [], mentioned: false, converted: false, failure: 'no connection' })
    const { dialog, write, assign, create, settled } = openDialog(createTasks)
    write({ title: 'Shop front' })
    assign('petra')
    create()
    await settled()
    create()
    await waitFor(dialog, (state) => state.matches('closed'))
    expect(createTasks.mock.calls.map(([tasks]) => tasks.drafts[0]?.id)).toEqual(['draft-1', 'draft-1'])
  })

  test('that breaks says that the error was unexpected, and leaves a private task private', async () => {
    const { dialog, write, create, heard, settled, is } = openDialog(() => Promise.reject(new Error('undefined is…')))
    write({ title: 'Order gloves' })
    dialog.send({ type: 'audience.makePrivate' })
    create()
    await settled()
    expect([heard, is('private')]).toEqual([[{ type: 'tasks.failedUnexpectedly' }], true])
  })

  test('that hangs is given up after 15 seconds', () => {
    const { clock, write, assign, create, heard, is } = openDialog(() => new Promise(() => {}))
    write({ title: 'Shop front' })
    assign('petra')
    create()
    clock.increment(14_999)
    expect(is('saving')).toBe(true)
    clock.increment(1)
    expect(is('saving')).toBe(false)
    expect(heard).toEqual([{ type: 'tasks.failed', reason: 'The server did not answer in time' }])
  })

  test('cannot be closed away', () => {
    const { dialog, write, assign, create, is } = openDialog(() => new Promise(() => {}))
    write({ title: 'Shop front' })
    assign('petra')
    create()
    dialog.send({ type: 'dialog.close' })
    expect(is('saving')).toBe(true)
  })
})

describe('files', () => {
  test('on their way are waited for, then go with the task', async () => {
    const createTasks = vi.fn<Create>(async (tasks) => allCreated(tasks))
    const { dialog, write, assign, attach, transfers, create } = openDialog(createTasks)
    write({ title: 'Shop front' })
    assign('petra')
    attach('front.png')
    create()
    expect(createTasks).not.toHaveBeenCalled()
    transfers.get('front.png')?.({ type: 'transfer.done', path: 'front.png' })
    await waitFor(dialog, (state) => state.matches('closed'))
    expect(createTasks.mock.calls[0]?.[0].drafts[0]?.files).toEqual([{ path: 'front.png', name: 'front.png' }])
  })

  test('spec 2 §8: that cannot be uploaded stop the creation with the reason', () => {
    const createTasks = vi.fn<Create>()
    const { write, assign, attach, transfers, create, heard, is } = openDialog(createTasks)
    write({ title: 'Shop front' })
    assign('petra')
    attach('front.png')
    create()
    transfers.get('front.png')?.({ type: 'transfer.failed', path: 'front.png', reason: 'The connection was lost' })
    expect([is('saving'), createTasks.mock.calls, heard]).toEqual([
      false,
      [],
      [{ type: 'upload.failed', reason: 'The connection was lost' }],
    ])
  })

  test('of a draft without a title hold nothing up', () => {
    const createTasks = vi.fn<Create>(() => new Promise(() => {}))
    const { dialog, write, assign, attach, create } = openDialog(createTasks)
    write({ title: 'Shop front' })
    dialog.send({ type: 'draft.add' })
    attach('front.png')
    assign('petra')
    create()
    expect(createTasks).toHaveBeenCalledTimes(1)
  })

  test('that take long can be waited for no longer', () => {
    const { dialog, write, assign, attach, create, is } = openDialog()
    write({ title: 'Shop front' })
    assign('petra')
    attach('front.png')
    create()
    dialog.send({ type: 'dialog.close' })
    expect([is('saving'), is('open')]).toEqual([false, true])
  })
})

describe('what was typed before', () => {
  const left = { ...blankDraft('draft-0'), title: 'Van lettering', description: '<p>both sides</p>' }

  test('is offered, and restored under its own id in place of the blank draft', () => {
    const { dialog, assignees, is } = openDialog()
    dialog.send({ type: 'dialog.close' })
    dialog.send({ type: 'dialog.open', kept: { drafts: [left], assignees: ['petra'], isPrivate: false } })
    expect(dialog.getSnapshot().context.kept?.drafts).toEqual([left])
    dialog.send({ type: 'kept.restore' })
    expect([assignees(), is('private')]).toEqual([['petra'], false])
    expect(workToKeep(dialog.getSnapshot())).toEqual({ drafts: [left], assignees: ['petra'], isPrivate: false })
  })

  test('spec 2 §3: comes back whole, whatever is in it: what was kept is what is kept again', () => {
    const site = { id: 's-1', label: 'Lobby', address: 'Tower Road', city: 'Sliema' }
    const whole: KeptWork = {
      drafts: [
        {
          ...{ ...left, id: '10000000-0000-4000-8000-000000000001', original: '<p>boht sides</p>' },
          todos: [{ id: 'a', text: 'Measure', completed: true }],
          client: { id: 'c-1', name: 'Harbour Light Hotel', company: null },
          quotation: { id: 'q-1', number: 'Q-2026-012' },
          location: { ...site, state: null, country: 'Malta', lat: 35.9, lng: 14.5 },
          ...{ due: '2026-12-01', reminder: null },
          files: [{ path: '1700000000000-plan.pdf', name: 'plan.pdf' }],
          missing: ['front.png', 'back.png'],
        },
        { ...blankDraft('10000000-0000-4000-8000-000000000002'), missing: ['side.png'] },
        { ...blankDraft('10000000-0000-4000-8000-000000000003'), due: '2026-12-24' },
      ],
      ...{ assignees: ['petra', 'olaf'], isPrivate: false },
    }
    const { dialog } = openDialog()
    dialog.send({ type: 'dialog.close' })
    dialog.send({ type: 'dialog.open', kept: keptWorkSchema.parse(JSON.parse(JSON.stringify(whole))) })
    dialog.send({ type: 'kept.restore' })
    expect(workToKeep(dialog.getSnapshot())).toEqual(whole)
  })

  test('by an earlier version of the product is taken up too', () => {
    const { original: _, due: __, reminder: ___, missing: ____, ...earlier } = left
    const kept = {
      drafts: [{ ...earlier, id: '10000000-0000-4000-8000-000000000001' }],
      assignees: [],
      isPrivate: true,
    }
    expect(keptWorkSchema.parse(kept).drafts).toEqual([{ ...left, id: kept.drafts[0]?.id }])
  })

  test('but had not arrived in storage is asked for again, and holds the creation up until then', async () => {
    const createTasks = vi.fn<Create>(() => new Promise(() => {}))
    const { dialog, heard, attach, transfers, create, drafts, is } = openDialog(createTasks)
    dialog.send({ type: 'dialog.close' })
    dialog.send({
      type: 'dialog.open',
      kept: { drafts: [{ ...left, missing: ['a.png'] }], assignees: [], isPrivate: true },
    })
    dialog.send({ type: 'kept.restore' })
    create()
    const reason = 'a.png had not arrived yet when you left. Please attach it again.'
    expect([heard, is('saving')]).toEqual([[{ type: 'upload.failed', reason }], false])
    attach('a.png')
    create()
    transfers.get('a.png')?.({ type: 'transfer.done', path: 'a.png' })
    await waitFor(dialog, () => createTasks.mock.calls.length === 1)
    expect(drafts().map((draft) => contentOf(draft.getSnapshot()).missing)).toEqual([[]])
  })

  test('comes after what is being written now, and is kept until it is taken up', () => {
    const { dialog, write, titles } = openDialog()
    dialog.send({ type: 'dialog.close' })
    dialog.send({ type: 'dialog.open', kept: { drafts: [left], assignees: [], isPrivate: false } })
    write({ title: 'Shop front' })
    expect(workToKeep(dialog.getSnapshot())?.drafts.map(({ title }) => title)).toEqual(['Shop front', 'Van lettering'])
    dialog.send({ type: 'kept.restore' })
    expect(titles()).toEqual(['Shop front', 'Van lettering'])
  })

  test('is private again if it was', () => {
    const { dialog, assign, assignees, is } = openDialog()
    dialog.send({ type: 'dialog.close' })
    dialog.send({ type: 'dialog.open', kept: { drafts: [left], assignees: [], isPrivate: true } })
    assign('petra')
    dialog.send({ type: 'kept.restore' })
    expect([assignees(), is('private')]).toEqual([[], true])
  })

  test('can be discarded', () => {
    const { dialog } = openDialog()
    dialog.send({ type: 'dialog.close' })
    dialog.send({ type: 'dialog.open', kept: { drafts: [left], assignees: [], isPrivate: false } })
    dialog.send({ type: 'kept.discard' })
    expect(workToKeep(dialog.getSnapshot())).toBeNull()
  })

  test('is kept while it is being saved, private as it was', () => {
    const { dialog, write, create } = openDialog(() => new Promise(() => {}))
    write({ title: 'Order gloves' })
    dialog.send({ type: 'audience.makePrivate' })
    create()
    expect(workToKeep(dialog.getSnapshot())).toEqual({
      drafts: [{ ...blankDraft('draft-1'), title: 'Order gloves' }],
      assignees: [],
      isPrivate: true,
    })
  })
})

test('a machine nobody provided for fails instead of pretending', async () => {
  const dialog = createActor(quickAddMachine, { input: { createdBy: 'maria', newId: () => 'draft-1' } }).start()
  const heard: QuickAddEmitted[] = []
  dialog.on('*', (event) => heard.push(event))
  dialog.send({ type: 'dialog.open' })
  dialog.getSnapshot().context.drafts[0]?.send({ type: 'draft.write', change: { title: 'Shop front' } })
  dialog.send({ type: 'audience.makePrivate' })
  dialog.send({ type: 'tasks.create' })
  await waitFor(dialog, (state) => !state.hasTag('saving'))
  expect(heard).toEqual([{ type: 'tasks.failedUnexpectedly' }])
})
