import { readRecordKey, recordKey, type TaskRecord } from '@/shared/domain/tasks/about-record'
import { isTaskId, taskScopes, type TaskScope } from '@/shared/domain/tasks/task'
import { type TaskSort, taskSorts } from '../api/tasks.query'
import { type DueChoice, dueChoices } from './due'
import { type TaskGroup, taskGroups } from './task-groups'

const taskViews = ['list', 'board'] as const
export type TaskView = (typeof taskViews)[number]

/** The state of /tasks in the address: the view and the filters. The open task (`task`) belongs to its dialog. */
export type TasksSearch = {
  view: TaskView
  scope: TaskScope
  status: string | null
  due: DueChoice | null
  clientId: string | null
  personId: string | null
  /** The record that the tasks are about, as `job.6f1c…`. */
  about: string | null
  text: string
  sort: TaskSort
  group: TaskGroup | null
}

export const noFilter = {
  scope: 'all',
  status: null,
  due: null,
  clientId: null,
  personId: null,
  about: null,
  text: '',
} as const

const names = {
  view: 'view',
  scope: 'show',
  status: 'status',
  due: 'due',
  clientId: 'client',
  personId: 'person',
  about: 'about',
  text: 'q',
  sort: 'sort',
  group: 'group',
}
const plain: TasksSearch = { ...noFilter, view: 'list', scope: 'mine', sort: 'newest', group: null }
const fields: readonly (keyof TasksSearch)[] = [
  'view',
  'scope',
  'status',
  'due',
  'clientId',
  'personId',
  'about',
  'text',
  'sort',
  'group',
]

const oneOf = <Value extends string>(known: readonly Value[], value: string | null): Value | undefined =>
  known.find((candidate) => candidate === value)

const recordIn = (text: string | null): string | null => {
  const record: TaskRecord | null = readRecordKey(text)
  return record && recordKey(record)
}

/** Reads the address. Unknown values count as not set. */
export function readTasksSearch(search: URLSearchParams): TasksSearch {
  const said = (field: keyof TasksSearch) => search.get(names[field])
  const id = (field: keyof TasksSearch) => {
    const text = said(field)
    return text !== null && isTaskId(text) ? text : null
  }
  return {
    view: oneOf(taskViews, said('view')) ?? plain.view,
    scope: oneOf(taskScopes, said('scope')) ?? plain.scope,
    status: said('status') || null,
    due: oneOf(dueChoices, said('due')) ?? null,
    clientId: id('clientId'),
    personId: id('personId'),
    about: recordIn(said('about')),
    text: said('text')?.trim() ?? '',
    sort: oneOf(taskSorts, said('sort')) ?? plain.sort,
    group: oneOf(taskGroups, said('group')) ?? null,
  }
}

/** The address with these changes; its other parameters stay. */
export function withTasksSearch(search: URLSearchParams, change: Partial<TasksSearch>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const field of fields) {
    const value = change[field]
    if (value === undefined) continue
    if (value === null || value === '' || value === plain[field]) next.delete(names[field])
    else next.set(names[field], value)
  }
  return next
}

/** The address with one open task. Its id is the last parameter. */
export function withOpenTask(search: URLSearchParams, taskId: string): string {
  const next = new URLSearchParams(search)
  next.delete('task')
  next.append('task', taskId)
  return `?${next}`
}
