import { describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { type CreateTasks, quickAddMachine, type QuickAddEmitted } from './quick-add.machine'

type Create = (tasks: CreateTasks) => Promise<{ count: number }>

function openDialog(createTasks: Create = async ({ drafts }) => ({ count: drafts.length })) {
  const clock = new SimulatedClock()
  let ids = 0
  const dialog = createActor(
    quickAddMachine.provide({ actors: { createTasks: fromPromise(({ input }) => createTasks(input)) } }),
    { clock, input: { createdBy: 'maria', newId: () => `draft-${++ids}` } },
  ).start()
  const heard: QuickAddEmitted[] = []
  dialog.on('*', (event) => heard.push(event))
  dialog.send({ type: 'dialog.open' })
  const write = (change: { title?: string; description?: string }, id = 'draft-1') =>
    dialog.send({ type: 'draft.change', id, change })
  const canCreate = () => dialog.getSnapshot().can({ type: 'tasks.create' })
  const create = () => dialog.send({ type: 'tasks.create' })
  const assign = (...userIds: string[]) => dialog.send({ type: 'assignees.choose', userIds })
  const written = () => {
    const { drafts, assignees } = dialog.getSnapshot().context
    return { drafts, assignees }
  }
  return { dialog, clock, heard, write, assign, canCreate, create, written }
}

const is =
  (tag: 'open' | 'private' | 'saving') => (state: { hasTag: (tag: 'open' | 'private' | 'saving') => boolean }) =>
    state.hasTag(tag)

describe('opening', () => {
  test('starts with one blank draft', () => {
    expect(openDialog().written()).toEqual({
      drafts: [{ id: 'draft-1', title: '', description: '' }],
      assignees: [],
    })
  })

  test('again forgets what was written before, and takes a new id', () => {
    const { dialog, write, assign, written } = openDialog()
    write({ title: 'Van lettering', description: 'both sides' })
    assign('petra')
    dialog.send({ type: 'dialog.close' })
    dialog.send({ type: 'dialog.open' })
    expect(written()).toEqual({ drafts: [{ id: 'draft-2', title: '', description: '' }], assignees: [] })
  })

  test('again is shared, even after a private task', () => {
    const { dialog } = openDialog()
    dialog.send({ type: 'audience.makePrivate' })
    dialog.send({ type: 'dialog.close' })
    dialog.send({ type: 'dialog.open' })
    expect(dialog.getSnapshot().hasTag('private')).toBe(false)
  })
})

describe('a task can be created', () => {
  test('with a title and an assignee', () => {
    const { write, assign, canCreate } = openDialog()
    write({ title: 'Shop front' })
    expect(canCreate()).toBe(false)
    assign('petra')
    expect(canCreate()).toBe(true)
  })

  test('not with a blank title', () => {
    const { write, assign, canCreate } = openDialog()
    write({ title: '   ' })
    assign('petra')
    expect(canCreate()).toBe(false)
  })

  test('not with a title that is too long', () => {
    const { write, assign, canCreate } = openDialog()
    write({ title: 'x'.repeat(501) })
    assign('petra')
    expect(canCreate()).toBe(false)
  })

  test('without an assignee when it is private', () => {
    const { dialog, write, canCreate } = openDialog()
    write({ title: 'Order gloves' })
    dialog.send({ type: 'audience.makePrivate' })
    expect(canCreate()).toBe(true)
  })

  test('not while another save runs', () => {
    const { write, assign, create, canCreate } = openDialog(() => new Promise(() => {}))
    write({ title: 'Shop front' })
    assign('petra')
    create()
    expect(canCreate()).toBe(false)
  })
})

describe('a private task', () => {
  test('clears the assignees and takes no new ones', () => {
    const { dialog, assign, written } = openDialog()
    assign('petra', 'olaf')
    dialog.send({ type: 'audience.makePrivate' })
    assign('petra')
    expect(written().assignees).toEqual([])
  })

  test('can become shared again', () => {
    const { dialog, assign, written } = openDialog()
    dialog.send({ type: 'audience.makePrivate' })
    dialog.send({ type: 'audience.share' })
    assign('petra')
    expect(written().assignees).toEqual(['petra'])
  })
})

describe('saving', () => {
  test('sends what was written and who wrote it, then closes and says how many', async () => {
    const createTasks = vi.fn<Create>().mockResolvedValue({ count: 1 })
    const { dialog, write, assign, create, heard } = openDialog(createTasks)
    write({ title: 'Shop front', description: 'by Friday' })
    assign('petra')
    create()
    await waitFor(dialog, (state) => state.matches('closed'))
    expect(createTasks.mock.calls).toEqual([
      [
        {
          drafts: [{ id: 'draft-1', title: 'Shop front', description: 'by Friday' }],
          assignees: ['petra'],
          createdBy: 'maria',
        },
      ],
    ])
    expect(heard).toEqual([{ type: 'tasks.created', count: 1 }])
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

  test('that fails keeps everything, says why, and can be tried again under the same id', async () => {
    const createTasks = vi
      .fn<Create>()
      .mockRejectedValueOnce(new Error('no connection'))
      .mockResolvedValue({ count: 1 })
    const { dialog, write, assign, create, heard, written } = openDialog(createTasks)
    write({ title: 'Shop front', description: 'by Friday' })
    assign('petra')
    create()
    await waitFor(dialog, (state) => !is('saving')(state))
    expect(heard).toEqual([{ type: 'tasks.failed', reason: 'no connection' }])
    expect(written()).toEqual({
      drafts: [{ id: 'draft-1', title: 'Shop front', description: 'by Friday' }],
      assignees: ['petra'],
    })
    create()
    await waitFor(dialog, (state) => state.matches('closed'))
    expect(createTasks.mock.calls.map(([tasks]) => tasks.drafts[0]?.id)).toEqual(['draft-1', 'draft-1'])
  })

  test('that fails leaves a private task private', async () => {
    const { dialog, write, create } = openDialog(() => Promise.reject(new Error('no connection')))
    write({ title: 'Order gloves' })
    dialog.send({ type: 'audience.makePrivate' })
    create()
    await waitFor(dialog, (state) => !is('saving')(state))
    expect(dialog.getSnapshot().hasTag('private')).toBe(true)
  })

  test('that hangs is given up after 15 seconds', () => {
    const { dialog, clock, write, assign, create, heard } = openDialog(() => new Promise(() => {}))
    write({ title: 'Shop front' })
    assign('petra')
    create()
    clock.increment(14_999)
    expect(dialog.getSnapshot().hasTag('saving')).toBe(true)
    clock.increment(1)
    expect(dialog.getSnapshot().hasTag('saving')).toBe(false)
    expect(heard).toEqual([{ type: 'tasks.failed', reason: 'The server did not answer in time' }])
  })

  test('cannot be closed away', () => {
    const { dialog, write, assign, create } = openDialog(() => new Promise(() => {}))
    write({ title: 'Shop front' })
    assign('petra')
    create()
    dialog.send({ type: 'dialog.close' })
    expect(dialog.getSnapshot().hasTag('saving')).toBe(true)
  })
})

test('a machine nobody provided for fails instead of pretending', async () => {
  const dialog = createActor(quickAddMachine, { input: { createdBy: 'maria', newId: () => 'draft-1' } }).start()
  const heard: QuickAddEmitted[] = []
  dialog.on('*', (event) => heard.push(event))
  dialog.send({ type: 'dialog.open' })
  dialog.send({ type: 'draft.change', id: 'draft-1', change: { title: 'Shop front' } })
  dialog.send({ type: 'audience.makePrivate' })
  dialog.send({ type: 'tasks.create' })
  await waitFor(dialog, (state) => !is('saving')(state))
  expect(heard).toEqual([{ type: 'tasks.failed', reason: 'No actor provided for "createTasks"' }])
})
