import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { changeChecklist, readChecklist, tickItem, writeChecklist } from '@/shared/domain/tasks/task-checklist'
import { type ChangeSaved, checklistMachine, type SaveChange } from './checklist.machine'

const before = writeChecklist([
  { id: 'cut', text: 'Cut', completed: false },
  { id: 'weed', text: 'Weed', completed: false },
])
const ticked = (description: string, key: string) => tickItem(description, key, true) ?? ''

const tick = (key: string) => ({ type: 'checklist.change', change: { kind: 'tick', key, completed: true } }) as const
const made = ({ description, change }: SaveChange): ChangeSaved => ({
  description: changeChecklist(description, change) ?? description,
  isMade: true,
})

function start(saveChange: (input: SaveChange) => Promise<ChangeSaved>) {
  const clock = new SimulatedClock()
  const said: string[] = []
  const list = createActor(
    checklistMachine.provide({ actors: { saveChange: fromPromise(({ input }) => saveChange(input)) } }),
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
  const sent: SaveChange[] = []
  const { list, done, said, settled } = start(async (input) => {
    sent.push(input)
    return made(input)
  })
  list.send(tick('cut'))
  expect([done(), list.getSnapshot().hasTag('saving')]).toEqual([['cut'], true])
  await settled()
  expect(sent).toEqual([{ description: before, change: tick('cut').change }])
  expect([done(), said]).toEqual([['cut'], ['checklist.saved']])
})

test('on failure the prior state is restored', async () => {
  const { list, done, said, settled } = start(() => Promise.reject(new Error('offline')))
  list.send(tick('cut'))
  await settled()
  expect([done(), said]).toEqual([[], ['checklist.failed']])
})

test('a server that never answers is a failure too', () => {
  const { list, clock, done, said } = start(() => new Promise(() => {}))
  list.send(tick('cut'))
  clock.increment(15_000)
  expect([done(), said]).toEqual([[], ['checklist.failed']])
})

test('spec 2 §4: while saving nothing else is ticked', async () => {
  const { list, done, settled } = start(async (input) => made(input))
  list.send(tick('cut'))
  list.send(tick('weed'))
  await settled()
  expect(done()).toEqual(['cut'])
})

test('what somebody else ticked meanwhile stays, whether the save succeeds or fails', async () => {
  for (const accepts of [true, false]) {
    const { list, done, settled } = start(async ({ change }) => {
      if (!accepts) throw new Error('no')
      return made({ description: ticked(before, 'weed'), change })
    })
    list.send(tick('cut'))
    list.send({ type: 'description.heard', description: ticked(before, 'weed') })
    await settled()
    expect(done()).toEqual(accepts ? ['cut', 'weed'] : ['weed'])
  }
})

test('a line that is gone is not ticked, and it is said', () => {
  const { list, said } = start(async (input) => made(input))
  list.send(tick('gone'))
  expect([list.getSnapshot().hasTag('saving'), said]).toEqual([false, ['checklist.outdated']])
})

test('a line that somebody else changed meanwhile is shown as it is now, and it is said', async () => {
  const theirs = before.replace('>Weed<', '>Weed twice<')
  const { list, said, settled } = start(async () => ({ description: theirs, isMade: false }))
  list.send({ type: 'checklist.change', change: { kind: 'rename', key: 'weed', from: 'Weed', text: 'Peel' } })
  await settled()
  expect([list.getSnapshot().context.description, said]).toEqual([theirs, ['checklist.outdated']])
})
