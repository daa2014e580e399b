import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { TaskRecord } from '@/shared/domain/tasks/about-record'
import { type TaskScope, tasksOf } from '@/shared/domain/tasks/task'

/** The root of every tasks key: invalidate it and lists and open tasks read again. */
export const tasksKey = ['tasks'] as const
export const taskListsKey = [...tasksKey, 'list'] as const
export const taskKey = (taskId: string) => [...tasksKey, 'task', taskId] as const

const pageSize = 100

export const taskSorts = ['newest', 'oldest', 'due', 'title'] as const
export type TaskSort = (typeof taskSorts)[number]

/** `status` null: every status. `others`: every status except the named ones. Times are ISO, `before` is exclusive. */
export type TaskFilter = {
  userId: string
  scope: TaskScope
  status: string | null | { others: readonly string[] }
  due: { from: string | null; before: string } | null
  clientId: string | null
  /** One assignee; null for anybody. */
  personId: string | null
  /** The record that they are about; of an order also its jobs and deliveries. */
  about: TaskRecord | null
  /** Words of the title, the description, the client or the comments, from 2 characters. */
  text: string
  sort: TaskSort
  /** True where the rows say the order that they belong to. */
  withOrder: boolean
}

const columns =
  'id, title, status, created_by, assignees, created_at, due_at, reminder_hours, contact:contacts(id, name, last_name, company)'

/** Three more tables a row: only asked where the list is grouped by order. */
const columnsWithOrder = `${columns}, order:orders!tasks_order_id_fkey(order_number, project_title),
  job:jobs!tasks_job_id_fkey(order:orders!jobs_order_id_fkey(order_number, project_title)),
  delivery:deliveries!tasks_delivery_id_fkey(order:orders!deliveries_order_id_fkey(order_number, project_title))` as const

const wanted = ({ userId, scope, status, due, clientId, personId, about, text, withOrder }: TaskFilter) => {
  // The row's type says that the order may be missing.
  const asked = (withOrder ? columnsWithOrder : columns) as typeof columnsWithOrder
  const isNamed = text.length >= 2
  let tasks =
    about !== null
      ? db
          .rpc(
            'tasks_of_record',
            { p_kind: about.kind, p_id: about.id, ...(isNamed ? { p_text: text } : {}) },
            { get: true },
          )
          .select(asked)
      : isNamed
        ? db.rpc('tasks_named', { p_text: text }, { get: true }).select(asked)
        : db.from('tasks').select(asked)
  if (scope === 'mine') tasks = tasks.or(tasksOf(userId))
  if (scope === 'created') tasks = tasks.eq('created_by', userId)
  if (typeof status === 'string') tasks = tasks.eq('status', status)
  else if (status !== null) tasks = tasks.not('status', 'in', `(${status.others.join(',')})`)
  if (due !== null) {
    tasks = tasks.lt('due_at', due.before).neq('status', 'completed')
    if (due.from !== null) tasks = tasks.gte('due_at', due.from)
  }
  if (clientId !== null) tasks = tasks.eq('contact_id', clientId)
  if (personId !== null) tasks = tasks.contains('assignees', [personId])
  return tasks
}

export type TaskRow = {
  id: string
  title: string
  status: string
  created_by: string | null
  assignees: string[]
  created_at: string
  due_at: string | null
  reminder_hours: number | null
  contact: { id: string; name: string | null; last_name: string | null; company: string | null } | null
  /** The order that it is about, itself or by a job or delivery; only `withOrder`, and what the reader may see. */
  order?: OrderWords | null
  job?: { order: OrderWords | null } | null
  delivery?: { order: OrderWords | null } | null
}
type OrderWords = { order_number: string | null; project_title: string | null }

/** The last row of a page. The next page starts after it, so rows added meanwhile do not matter. */
type Cursor = Pick<TaskRow, 'id' | 'created_at' | 'due_at' | 'title'>

const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`
const following = (column: string, comparison: 'gt' | 'lt', value: string, id: string) =>
  `${column}.${comparison}.${quoted(value)},and(${column}.eq.${quoted(value)},id.${comparison}.${id})`

/** The condition for rows after this one. Ids break ties, so that no row is repeated or missed. */
function after(sort: TaskSort, { id, created_at, due_at, title }: Cursor): string {
  switch (sort) {
    case 'newest':
      return following('created_at', 'lt', created_at, id)
    case 'oldest':
      return following('created_at', 'gt', created_at, id)
    case 'title':
      return following('title', 'gt', title, id)
    case 'due':
      return due_at === null
        ? `and(due_at.is.null,id.gt.${id})`
        : `${following('due_at', 'gt', due_at, id)},due_at.is.null`
  }
}

const orderOf = { newest: 'created_at', oldest: 'created_at', title: 'title', due: 'due_at' } as const

async function readPage(filter: TaskFilter, cursor: Cursor | null, signal?: AbortSignal): Promise<TaskRow[]> {
  const ascending = filter.sort !== 'newest'
  const tasks = cursor === null ? wanted(filter) : wanted(filter).or(after(filter.sort, cursor))
  const ordered = tasks
    .order(orderOf[filter.sort], { ascending, nullsFirst: false })
    .order('id', { ascending })
    .limit(pageSize)
  const { data } = await (signal ? ordered.abortSignal(signal) : ordered).throwOnError()
  return data
}

/** The tasks of a filter that a person may see, 100 a page. */
export const taskListQuery = (filter: TaskFilter) =>
  infiniteQueryOptions({
    queryKey: [...taskListsKey, filter],
    initialPageParam: null as Cursor | null,
    queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
    getNextPageParam: (page): Cursor | null => (page.length < pageSize ? null : (page.at(-1) ?? null)),
  })

/** All rows of the pages read so far. One function for all: rows that stay are the same objects then. */
export const taskRows = ({ pages }: InfiniteData<TaskRow[], unknown>): TaskRow[] => pages.flat()

/** Every task of a filter, for a file: page after page, at most `most` rows. */
export async function readAllTasks(filter: TaskFilter, most = 10_000): Promise<TaskRow[]> {
  const rows: TaskRow[] = []
  for (;;) {
    const page = await readPage(filter, rows.at(-1) ?? null)
    rows.push(...page)
    if (page.length < pageSize || rows.length >= most) return rows
  }
}
