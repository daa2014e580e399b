import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { readChecklist, tickItem, writeChecklist } from '@/shared/domain/task-checklist'
import { checklistMachine, type SaveTick } from './checklist.machine'

const before = writeChecklist([
  { id: 'cut', text: 'Cut', completed: false },
  { id: 'weed', text: 'Weed', completed: false },
])
const ticked = (description: string, key: string) => tickItem(description, key, true) ?? ''

function start(saveTick: (input: SaveTick) => Promise<string>) {
  const clock = new SimulatedClock()
  const said: string[] = []
  const list = createActor(
    checklistMachine.provide({ actors: { saveTick: fromPromise(({ input }) => saveTick(input)) } }),
    { clock, input: { description: before } },
  )
  list.on('*', ({ type }) => said.push(type))
  list.start()
  const done = () =>
    readChecklist(list.getSnapshot().context.description)
      .items.filter(({ completed }) => completed)
      .map(({ key }) => key)
  return { list, clock, said, done, settled: () => waitFor(list, (state) => !state.hasTag('saving')) }
}

test('toggling flips completed at once and saves the whole checklist', async () => {
  const sent: SaveTick[] = []
  const { list, done, said, settled } = start(async (input) => {
    sent.push(input)
    return ticked(input.description, input.key)
  })
  list.send({ type: 'item.tick', key: 'cut', completed: true })
  expect([done(), list.getSnapshot().hasTag('saving')]).toEqual([['cut'], true])
  await settled()
  expect(sent).toEqual([{ description: before, key: 'cut', completed: true }])
  expect([done(), said]).toEqual([['cut'], ['checklist.saved']])
})

test('on failure the prior state is restored', async () => {
  const { list, done, said, settled } = start(() => Promise.reject(new Error('offline')))
  list.send({ type: 'item.tick', key: 'cut', completed: true })
  await settled()
  expect([done(), said]).toEqual([[], ['checklist.failed']])
})

test('a server that never answers is a failure too', () => {
  const { list, clock, done, said } = start(() => new Promise(() => {}))
  list.send({ type: 'item.tick', key: 'cut', completed: true })
  clock.increment(15_000)
  expect([done(), said]).toEqual([[], ['checklist.failed']])
})

test('while saving nothing else is ticked', async () => {
  const { list, done, settled } = start(async ({ description, key }) => ticked(description, key))
  list.send({ type: 'item.tick', key: 'cut', completed: true })
  list.send({ type: 'item.tick', key: 'weed', completed: true })
  await settled()
  expect(done()).toEqual(['cut'])
})

test('what somebody else ticked meanwhile stays, whether the save succeeds or fails', async () => {
  for (const accepts of [true, false]) {
    const { list, done, settled } = start(async ({ key }) => {
      if (!accepts) throw new Error('no')
      return ticked(ticked(before, 'weed'), key)
    })
    list.send({ type: 'item.tick', key: 'cut', completed: true })
    list.send({ type: 'description.heard', description: ticked(before, 'weed') })
    await settled()
    expect(done()).toEqual(accepts ? ['cut', 'weed'] : ['weed'])
  }
})

test('a line that is gone is not ticked', () => {
  const { list } = start(async ({ description }) => description)
  list.send({ type: 'item.tick', key: 'gone', completed: true })
  expect(list.getSnapshot().hasTag('saving')).toBe(false)
})
