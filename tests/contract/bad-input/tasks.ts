import { randomUUID } from 'node:crypto'
import type { World } from './world.ts'

/** A task of sara that petra is assigned to, unless said otherwise. Straight to the database: a case is to be cheap. */
export async function newTask(
  { server, sara, petra }: World,
  change: { description?: string; created_by?: string; assignees?: string[] } = {},
) {
  const task = { id: randomUUID(), title: 'Van wrap', created_by: sara.id, assignees: [petra.id], ...change }
  await server.engine.query(
    `insert into public.tasks (id, title, created_by, assignees, description)
     values ($1, $2, $3, string_to_array($4, ',')::uuid[], $5)`,
    [task.id, task.title, task.created_by, task.assignees.join(','), task.description ?? null],
  )
  return task
}

export type StoredTexts = { title: string; description: string }

/** The current texts of a task, read as the owner; '' for no description. */
export async function textsOf({ server }: World, id: string): Promise<StoredTexts> {
  const { rows } = await server.engine.query<StoredTexts>(
    `select title, coalesce(description, '') as description from public.tasks where id = $1`,
    [id],
  )
  const [texts] = rows
  if (!texts) throw new Error('The task is gone')
  return texts
}

export const descriptionOf = async (world: World, id: string): Promise<string> => (await textsOf(world, id)).description

/** The message of a rejected promise; null when it resolved. */
export const refusalOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (refused: unknown) => (refused instanceof Error ? refused.message : String(refused)),
  )
