import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries, triesAll } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => void (engine = await openWorld()))
afterAll(() => engine.close())

type Change = { add?: Person[]; remove?: Person[]; task?: string }
const list = (people: Person[] = []) => `array[${people.map((who) => `'${idOf(who)}'`).join(',')}]::uuid[]`
const change = ({ add, remove, task = row.sharedTask }: Change) =>
  `select public.change_task_assignees('${task}', ${list(add)}, ${list(remove)}) as now`
const given = (...people: Person[]) =>
  `update public.tasks set assignees = ${list(people)} where id = '${row.sharedTask}'`

test('two people who choose at once keep what the other did', async () => {
  const outcome = await triesAll(engine, 'colleague', [
    given('colleague', 'sales'),
    change({ add: ['team_member'] }),
    change({ add: ['accounts', 'team_member'], remove: ['sales'] }),
  ])
  expect(outcome).toMatchObject({ rows: [{ now: (['colleague', 'team_member', 'accounts'] as const).map(idOf) }] })
})

test('a list with a gap, and no list, take nobody away', async () => {
  const removing = (gone: string) => `select public.change_task_assignees('${row.sharedTask}', '{}', ${gone}) as now`
  for (const gone of ['array[null]::uuid[]', 'null', `array[null, '${idOf('sales')}']::uuid[]`])
    expect(await tries(engine, 'colleague', removing(gone), given('team_member'))).toMatchObject({
      rows: [{ now: [idOf('team_member')] }],
    })
})

test('nobody but its creator makes a task private', async () => {
  expect(await tries(engine, 'team_member', change({ remove: ['team_member'] }), given('team_member'))).toMatchObject({
    refused: '42501',
  })
})

test('a client is not assigned', async () => {
  expect(await tries(engine, 'colleague', change({ add: ['client'] }), given('colleague'))).toMatchObject({
    refused: '23514',
    because: 'Only colleagues can be assigned to a task',
  })
})

test('T8: a private task of somebody else is not there to be shared, for an admin either', async () => {
  expect(await tries(engine, 'admin', change({ add: ['admin'], task: row.privateTask }))).toEqual({
    refused: '42501',
    because: 'This task is not yours to change',
  })
})

test('visitors have no such function', async () => {
  expect(await tries(engine, 'visitor', change({}))).toMatchObject({ refused: '42501' })
})
