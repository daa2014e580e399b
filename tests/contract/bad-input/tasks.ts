import { randomUUID } from 'node:crypto'
import type { World } from './world.ts'
import { admin } from '../../faults/people.ts'

/** A task of sara that petra is assigned to, unless said otherwise. */
export async function newTask(
  world: World,
  change: { description?: string; created_by?: string; assignees?: string[] } = {},
) {
  const task = {
    id: randomUUID(),
    title: 'Van wrap',
    created_by: world.sara.id,
    assignees: [world.petra.id],
    ...change,
  }
  await admin(world.server).from('tasks').insert(task).throwOnError()
  return task
}

export async function descriptionOf(world: World, id: string): Promise<string> {
  const { data } = await admin(world.server).from('tasks').select('description').eq('id', id).single().throwOnError()
  return data.description ?? ''
}

/** What a promise was refused with; null when it was not. */
export const refusalOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (refused: unknown) => (refused instanceof Error ? refused.message : String(refused)),
  )
