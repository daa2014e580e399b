import { expect, test } from 'vitest'
import { blankDraft } from '@/machines/quick-add/draft-content'
import { serve, type Sent } from '../quick-add/testing'
import { createTasks } from './create-tasks.mutation'

const id = (n: number) => `10000000-0000-4000-8000-00000000000${n}`
const [author, petra, rita] = [id(1), id(2), id(3)]
const draft = { ...blankDraft(id(7)), title: ' Shop front ' }
const contacts = [
  { user_id: petra, name: 'Petra', last_name: 'Sant', roles: ['team_member'] },
  { user_id: rita, name: 'Rita', last_name: 'Vella', roles: ['sales'] },
  { user_id: author, name: 'Ann', last_name: 'Author', roles: ['sales'] },
]

const writes = (sent: readonly Sent[], path: string) =>
  sent.filter((one) => one.path === path && one.method !== 'GET').map(({ method, body }) => ({ method, body }))

const backend = (refuse: (sent: Sent) => { status: number; body: object } | undefined = () => undefined) =>
  serve((sent) => {
    const refused = refuse(sent)
    if (refused) return refused
    if (sent.path === '/rest/v1/contacts') return { body: contacts }
    if (sent.path === '/rest/v1/tasks')
      return { status: 201, body: { id: draft.id, assignees: [], title: '', ...asObject(sent.body) } }
    return { status: 201 }
  })

const asObject = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {})
const problem = (code: string, message: string) => ({ status: 409, body: { code, message, details: null, hint: null } })

test('spec 2 §7: a task is inserted with empty values as null; the database tells its assignees', async () => {
  const sent = backend()
  const saved = await createTasks({ drafts: [draft], assignees: [petra, author], createdBy: author })
  expect(saved).toEqual({ created: [draft.id], mentioned: false, converted: false, failure: null })
  expect(writes(sent, '/rest/v1/tasks')).toEqual([
    {
      method: 'POST',
      body: {
        id: draft.id,
        title: 'Shop front',
        description: null,
        images: [],
        file_names: {},
        created_by: author,
        assignees: [petra, author],
        contact_id: null,
        location_id: null,
        related_quotation_id: null,
        job_id: null,
        order_id: null,
        delivery_id: null,
        due_at: null,
        reminder_hours: 18,
      },
    },
  ])
  expect(writes(sent, '/rest/v1/notifications')).toEqual([])
})

test('a task about a job, order or delivery names it', async () => {
  const sent = backend()
  const about = { kind: 'delivery' as const, id: '10000000-0000-4000-8000-0000000000aa', number: 'DN-1' }
  await createTasks({ drafts: [{ ...draft, about }], assignees: [], createdBy: author })
  expect(writes(sent, '/rest/v1/tasks')).toMatchObject([{ body: { delivery_id: about.id, job_id: null } }])
})

test('a task with a due date is due by the end of that day, here', async () => {
  const sent = backend()
  await createTasks({ drafts: [{ ...draft, due: '2026-11-20', reminder: 42 }], assignees: [], createdBy: author })
  const due_at = new Date(2026, 10, 20, 23, 59, 59).toISOString()
  expect(writes(sent, '/rest/v1/tasks')).toMatchObject([{ body: { due_at, reminder_hours: 42 } }])
})

test('spec 2 §5: mentioned users are added as assignees unless already assigned or the creator', async () => {
  const sent = backend()
  const saved = await createTasks({
    drafts: [{ ...draft, title: 'Ask @petra', description: '<p>and @RITA vella, says @Ann</p>' }],
    assignees: [petra],
    createdBy: author,
  })
  expect(saved).toEqual({ created: [draft.id], mentioned: true, converted: false, failure: null })
  expect(writes(sent, '/rest/v1/tasks')).toMatchObject([{ body: { assignees: [petra, rita] } }])
  expect(writes(sent, '/rest/v1/notifications')).toMatchObject([
    {
      body: [
        { user_id: petra, type: 'task_mentioned' },
        { user_id: rita, type: 'task_mentioned' },
      ],
    },
  ])
})

test('spec 2 §4: a mention in a private task turns it into a shared task; its neighbour stays private', async () => {
  const sent = backend()
  const saved = await createTasks({
    drafts: [
      { ...draft, title: 'Gift for the printer' },
      { ...draft, id: id(8), title: 'Ask @Petra' },
    ],
    assignees: [],
    createdBy: author,
  })
  expect(saved).toMatchObject({ mentioned: true, converted: true, failure: null })
  expect(writes(sent, '/rest/v1/tasks')).toMatchObject([{ body: { assignees: [] } }, { body: { assignees: [petra] } }])
})

/** A database in which the id of the draft is taken by a task of the same author. */
const taken = (stored: object) =>
  backend(({ path, method, search, body }) => {
    if (path !== '/rest/v1/tasks') return undefined
    const isTaken = search.includes(draft.id) || (isObject(body) && Reflect.get(body, 'id') === draft.id)
    if (method === 'POST') return isTaken ? problem('23505', 'duplicate key') : undefined
    return method === 'GET' ? { status: 200, body: stored } : undefined
  })
const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null

test('spec 2 §7: a task that is there from a save whose answer was lost is not created twice', async () => {
  const sent = taken({ title: 'Shop front', description: null, images: [], created_by: author })
  const saved = await createTasks({ drafts: [draft], assignees: [petra], createdBy: author })
  expect(saved).toEqual({ created: [draft.id], mentioned: false, converted: false, failure: null })
  expect(writes(sent, '/rest/v1/tasks').map(({ method }) => method)).toEqual(['POST', 'PATCH'])
})

test('a draft that another tab created with other words is one task: the answer names it', async () => {
  const sent = taken({ title: 'Van wrap', description: null, images: [], created_by: author })
  const mine = { ...draft, title: 'Shop front of the bakery' }
  const saved = await createTasks({ drafts: [mine], assignees: [petra], createdBy: author })
  expect(saved).toMatchObject({
    created: [],
    failure: 'It was created in another tab already, as “Van wrap”. Change it there, and remove this draft here',
  })
  expect(writes(sent, '/rest/v1/tasks').map(({ method }) => method)).toEqual(['POST'])
})

test('spec 2 §8: the second of three that is refused stops the rest', async () => {
  const sent = backend(({ path, body }) =>
    path === '/rest/v1/tasks' && JSON.stringify(body).includes('Second') ? problem('23514', 'Not today') : undefined,
  )
  const drafts = ['First', 'Second', 'Third'].map((title, n) => ({ ...draft, id: id(n + 4), title }))
  const saved = await createTasks({ drafts, assignees: [petra], createdBy: author })
  expect(saved).toEqual({ created: [id(4)], mentioned: false, converted: false, failure: 'Not today' })
  expect(writes(sent, '/rest/v1/tasks')).toHaveLength(2)
})

test('spec 2 §7, §8: failed notification inserts are ignored silently', async () => {
  backend(({ path }) => (path === '/rest/v1/notifications' ? problem('PT429', 'Too many notices') : undefined))
  const named = { ...draft, title: 'Ask @Petra' }
  const saved = await createTasks({ drafts: [named], assignees: [petra], createdBy: author })
  expect(saved.failure).toBeNull()
})

test('a NUL and half a character, which no database stores, are left out', async () => {
  const sent = backend()
  await createTasks({ drafts: [{ ...draft, title: 'a\u0000b\ud800' }], assignees: [petra], createdBy: author })
  expect(writes(sent, '/rest/v1/tasks')).toMatchObject([{ body: { title: 'ab\ufffd' } }])
})
