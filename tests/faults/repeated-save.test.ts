import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTasks } from '@/features/tasks/api/create-tasks.mutation'
import { blankDraft } from '@/machines/quick-add/draft-content'
import { connectDb } from '@/shared/db/client'
import { startTestServer, type TestServer } from '../../supabase/local/testing/test-server.ts'
import { admin, newPerson, type Person } from './people.ts'

let server: TestServer
let sara: Person
let petra: Person
let olaf: Person

beforeAll(async () => {
  server = await startTestServer()
  sara = await newPerson(server, 'admin')
  petra = await newPerson(server, 'admin')
  olaf = await newPerson(server, 'admin')
  const { publishableKey } = server.keys
  const db = connectDb({ supabaseUrl: server.url, publishableKey, companyDomain: '', demo: false })
  const { error } = await db.auth.signInWithPassword(sara)
  if (error) throw error
  return () => db.auth.stopAutoRefresh()
})
afterAll(() => server.close())

const tasksOf = async (id: string) => {
  const { data } = await admin(server)
    .from('tasks')
    .select('id, title, description, status, created_by, assignees')
    .eq('id', id)
    .throwOnError()
  return data
}
const toldOf = async (taskId: string) => {
  const { data } = await admin(server)
    .from('notifications')
    .select('user_id, type, metadata')
    .eq('metadata->>task_id', taskId)
    .throwOnError()
  return data.toSorted((a, b) => a.user_id.localeCompare(b.user_id))
}
const draft = () => ({ ...blankDraft(randomUUID()), title: ' Shop front ', description: '<p>by Friday</p>' })
const told = (taskId: string, ...people: Person[]) =>
  people
    .map(({ id }) => ({
      user_id: id,
      type: 'task_assigned',
      metadata: { task_id: taskId, created_by: sara.id },
    }))
    .toSorted((a, b) => a.user_id.localeCompare(b.user_id))

/** Lets a request reach the server and loses its answer, once. */
function loseNextAnswerOf(path: string) {
  const real = globalThis.fetch
  let lost = false
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const answer = await real(...request)
    if (lost || !String(request[0]).includes(path)) return answer
    lost = true
    throw new TypeError('fetch failed')
  })
  return () => spy.mockRestore()
}

describe('creating a task', () => {
  test('saves what was written and tells every assignee but the giver', async () => {
    const written = draft()
    const result = await createTasks({ drafts: [written], assignees: [petra.id, sara.id], createdBy: sara.id })
    expect(result).toEqual({ created: [written.id], mentioned: false, converted: false, failure: null })
    expect(await tasksOf(written.id)).toEqual([
      {
        id: written.id,
        title: 'Shop front',
        description: '<p>by Friday</p>',
        status: 'pending',
        created_by: sara.id,
        assignees: [petra.id, sara.id],
      },
    ])
    expect(await toldOf(written.id)).toEqual(told(written.id, petra))
  })

  test('twice creates it once and tells once', async () => {
    const tasks = { drafts: [draft()], assignees: [petra.id, olaf.id], createdBy: sara.id }
    const id = tasks.drafts[0]?.id ?? ''
    await createTasks(tasks)
    await createTasks(tasks)
    expect((await tasksOf(id)).length).toBe(1)
    expect(await toldOf(id)).toEqual(told(id, petra, olaf))
  })

  test('again after a lost answer keeps what was written last and tells who was added', async () => {
    const written = draft()
    const restore = loseNextAnswerOf('/rest/v1/tasks')
    const first = await createTasks({ drafts: [written], assignees: [petra.id], createdBy: sara.id })
    restore()
    expect([first.created, first.failure]).toEqual([[], 'The server cannot be reached'])

    await createTasks({
      drafts: [{ ...written, title: 'Shop front, blue' }],
      assignees: [petra.id, olaf.id],
      createdBy: sara.id,
    })
    const saved = await tasksOf(written.id)
    expect(saved.map(({ title, assignees }) => ({ title, assignees }))).toEqual([
      { title: 'Shop front, blue', assignees: [petra.id, olaf.id] },
    ])
    expect(await toldOf(written.id)).toEqual(told(written.id, petra, olaf))
  })

  test('again with one more assignee tells only the new one', async () => {
    const written = draft()
    await createTasks({ drafts: [written], assignees: [petra.id], createdBy: sara.id })
    await createTasks({ drafts: [written], assignees: [petra.id, olaf.id], createdBy: sara.id })
    expect(await toldOf(written.id)).toEqual(told(written.id, petra, olaf))
  })

  test('under the id of somebody else changes nothing of theirs', async () => {
    const theirs = randomUUID()
    await admin(server)
      .from('tasks')
      .insert({ id: theirs, title: 'Private', created_by: petra.id, assignees: [] })
      .throwOnError()
    const mine = { ...blankDraft(theirs), title: 'Mine' }
    const { created, failure } = await createTasks({ drafts: [mine], assignees: [], createdBy: sara.id })
    expect([created, typeof failure]).toEqual([[], 'string'])
    expect((await tasksOf(theirs)).map(({ title }) => title)).toEqual(['Private'])
  })

  test('is not undone by notices that cannot be sent', async () => {
    const written = draft()
    const restore = loseNextAnswerOf('/rest/v1/notifications')
    await createTasks({ drafts: [written], assignees: [petra.id], createdBy: sara.id })
    restore()
    expect((await tasksOf(written.id)).length).toBe(1)
  })

  test('that the database refuses says why', async () => {
    const client = await newPerson(server, 'client')
    const { failure } = await createTasks({ drafts: [draft()], assignees: [client.id], createdBy: sara.id })
    expect(failure).toBe('Only colleagues can be assigned to a task')
  })
})
