// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { z } from 'zod'
import { blankDraft } from '@/machines/quick-add/draft-content'
import type { TasksCreated } from '@/machines/quick-add/quick-add.events'
import { quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { draftOf } from '@/shared/hooks/draft'
import { keepWork, keptWork } from './kept-work'

const first = '10000000-0000-4000-8000-000000000001'
const second = '10000000-0000-4000-8000-000000000002'

function visit(id = first) {
  const actor = createActor(
    quickAddMachine.provide({ actors: { createTasks: fromPromise(() => new Promise<TasksCreated>(() => {})) } }),
    {
      input: { createdBy: 'maria', newId: () => id },
    },
  ).start()
  const kept = keptWork('maria')
  actor.send({ type: 'dialog.open', kept: kept.read() })
  const leave = keepWork(actor, kept)
  const write = (title: string) =>
    actor.getSnapshot().context.drafts[0]?.send({ type: 'draft.write', change: { title } })
  return { actor, leave, write }
}

beforeEach(() => localStorage.clear())

test('what was typed is kept when the page goes away, for this person only', () => {
  const { write } = visit()
  write('Shop front')
  window.dispatchEvent(new Event('pagehide'))
  expect(keptWork('maria').read()?.drafts).toEqual([{ ...blankDraft(first), title: 'Shop front' }])
  expect(keptWork('olaf').read()).toBeNull()
})

test('a cancelled private task stays private', () => {
  const { actor, leave, write } = visit()
  actor.send({ type: 'audience.makePrivate' })
  write('Order gloves')
  actor.send({ type: 'dialog.close' })
  leave()
  expect(keptWork('maria').read()).toMatchObject({ isPrivate: true, drafts: [{ title: 'Order gloves' }] })
})

test('an offer that nobody took stays, and what was discarded goes', () => {
  const { leave, write } = visit()
  write('Shop front')
  leave()
  visit().leave()
  expect(
    keptWork('maria')
      .read()
      ?.drafts.map(({ title }) => title),
  ).toEqual(['Shop front'])
  const again = visit()
  again.actor.send({ type: 'kept.discard' })
  again.leave()
  expect(keptWork('maria').read()).toBeNull()
})

test('what cannot be read is no offer', () => {
  for (const broken of [null, [], '', { drafts: [{ id: 'x' }] }]) {
    draftOf('maria', 'quick-add', z.unknown()).keep(broken)
    expect(keptWork('maria').read()).toBeNull()
  }
})

/** Fires the storage event that other tabs get when this one writes. */
function tellOtherTabs() {
  const key = 'signwright-draft:maria:quick-add'
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }))
}

test('a tab keeps its draft beside the one that another tab keeps', () => {
  const [one, two] = [visit(), visit(second)]
  one.write('Shop front')
  one.leave()
  two.write('Van wrap')
  two.leave()
  expect(
    keptWork('maria')
      .read()
      ?.drafts.map(({ title }) => title)
      .toSorted(),
  ).toEqual(['Shop front', 'Van wrap'])
})

test('what another tab created or changed is offered no longer, or as it is now', () => {
  const one = visit()
  one.write('Shop front')
  window.dispatchEvent(new Event('pagehide'))
  const two = visit(second)
  expect(two.actor.getSnapshot().context.kept?.drafts).toHaveLength(1)

  one.write('Shop front with lamps')
  one.leave()
  tellOtherTabs()
  expect(two.actor.getSnapshot().context.kept?.drafts).toMatchObject([{ title: 'Shop front with lamps' }])

  keptWork('maria').forgetSent(() => true)
  tellOtherTabs()
  expect(two.actor.getSnapshot().context.kept).toBeNull()
  two.leave()
  expect(keptWork('maria').read()).toBeNull()
})
