import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries, triesAll } from './act.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => void (engine = await openWorld()))
afterAll(() => engine.close())

const given = `update public.tasks set description = 'seen' where id in ('${row.sharedTask}', '${row.privateTask}')`
const replace = (expected: string, description: string, task: string = row.sharedTask) =>
  `select public.replace_task_description('${task}', '${expected}', '${description}') as now`

describe('a description', () => {
  test('follows the one that it was made of', async () => {
    expect(await tries(engine, 'colleague', replace('seen', 'mine'), given)).toEqual({
      rows: [{ now: 'mine' }],
      touched: expect.any(Number),
    })
  })

  test('of somebody who saw an older one is not saved, and the newer one is said', async () => {
    const outcome = await triesAll(engine, 'colleague', [
      `update public.tasks set description = 'theirs' where id = '${row.sharedTask}'`,
      replace('seen', 'mine'),
    ])
    expect(outcome).toMatchObject({ rows: [{ now: 'theirs' }] })
  })

  test('that was never written is an empty one', async () => {
    const never = `update public.tasks set description = null where id = '${row.sharedTask}'`
    expect(await tries(engine, 'colleague', replace('', 'first words'), never)).toMatchObject({
      rows: [{ now: 'first words' }],
    })
    expect(await tries(engine, 'colleague', replace('seen', 'mine'), never)).toMatchObject({ rows: [{ now: '' }] })
  })

  test('T8: of a private task stays hidden, to an admin too', async () => {
    expect(await tries(engine, 'admin', replace('seen', 'mine', row.privateTask), given)).toEqual({
      refused: 'P0002',
      because: 'Task not found',
    })
  })

  test('is not saved by somebody who may not change the task', async () => {
    const withoutEdit = `${given}; update public.page_permissions set can_edit = false where page_name = 'tasks'`
    expect(await tries(engine, 'team_member', replace('seen', 'mine'), withoutEdit)).toEqual({
      refused: '42501',
      because: 'This task is not yours to change',
    })
  })

  test('is nothing to visitors and newcomers', async () => {
    expect(await tries(engine, 'visitor', replace('seen', 'mine'), given)).toMatchObject({ refused: '42501' })
    expect(await tries(engine, 'pending', replace('seen', 'mine'), given)).toMatchObject({ refused: 'P0002' })
  })
})
