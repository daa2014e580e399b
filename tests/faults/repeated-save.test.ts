import { cannotWaitWords } from '../../src/shared/domain/web/network-words.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTasks } from '@/features/office/tasks/api/create-tasks.mutation'
import { blankDraft } from '@/machines/quick-add/draft-content'
import { connectDb } from '@/shared/db/connect'
import { startTestServer, type TestServer } from '../../supabase/local/testing/test-server.ts'
import { intercept } from './intercept.ts'
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

  test('spec 2 §7: twice creates it once and tells once', async () => {
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
    expect([first.created, first.failure]).toEqual([[], cannotWaitWords])

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
    expect([created, failure]).toEqual([[theirs], null])
    const own = await admin(server)
      .from('tasks')
      .select('id')
      .eq('created_by', sara.id)
      .eq('title', 'Mine')
      .throwOnError()
    expect(own.data).toHaveLength(1)
    expect((await tasksOf(theirs)).map(({ title }) => title)).toEqual(['Private'])
  })

  test('spec 2 §8: is not undone by notices that cannot be sent', async () => {
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

describe('R9: a task whose saving is answered with', () => {
  const json = { 'content-type': 'application/json' }
  const page = { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><h1>Bad gateway</h1></html>' }
  const down = 'The server cannot be reached just now. Please try again in a moment.'
  type Wrong = { status: number; headers?: Record<string, string>; body: string | null }
  const wrong: [string, Wrong, string][] = [
    ['an error', { status: 500, headers: json, body: '{"message":"Something broke"}' }, 'Something broke'],
    ['the page of a proxy', page, down],
    ['nothing', { status: 503, body: null }, down],
    ['too many requests', { status: 429, body: null }, 'The server is busy. Please try again in a moment.'],
    [
      'half an answer',
      { status: 201, headers: json, body: '[{"id":' },
      'The answer of the server broke off. Please try again.',
    ],
    [
      'the page of a hotel',
      { ...page, status: 200 },
      'This network answered instead of the server. It may want you to sign in first.',
    ],
  ]
  test.each(wrong)(
    '%s says so in words, and trying again saves it once',
    async (_name, { status, headers, body }, words) => {
      const written = draft()
      const save = () => createTasks({ drafts: [written], assignees: [petra.id], createdBy: sara.id })
      const restore = intercept(async (url, pass) => {
        const answer = await pass()
        return url.includes('/rest/v1/tasks') ? new Response(body, { status, headers: headers ?? {} }) : answer
      })
      const first = await save().finally(restore)
      expect([first.created, first.failure]).toEqual([[], words])
      expect((await save()).failure).toBeNull()
      expect((await tasksOf(written.id)).length).toBe(1)
      expect(await toldOf(written.id)).toEqual(told(written.id, petra))
    },
  )
})
