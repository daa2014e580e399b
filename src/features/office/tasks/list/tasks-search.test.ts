import { expect, test } from 'vitest'
import { readTasksSearch, withOpenTask, withTasksSearch } from './tasks-search'

const read = (search: string) => readTasksSearch(new URLSearchParams(search))
const mine = {
  view: 'list',
  scope: 'mine',
  status: null,
  due: null,
  clientId: null,
  personId: null,
  about: null,
  text: '',
  sort: 'newest',
  group: null,
}

test('/tasks lists what is assigned to me, newest first', () => {
  expect(read('')).toEqual(mine)
})

test('the address says how tasks are shown, and which', () => {
  const client = '10000000-0000-4000-a000-000000000001'
  expect(
    read(
      `view=board&show=created&status=pending&due=late&client=${client}&about=job.${client}&q=%20neon&sort=due&group=client`,
    ),
  ).toEqual({
    view: 'board',
    scope: 'created',
    status: 'pending',
    due: 'late',
    clientId: client,
    personId: null,
    about: `job.${client}`,
    text: 'neon',
    sort: 'due',
    group: 'client',
  })
})

test('what an address says in vain counts as not said', () => {
  expect(
    read('view=cards&show=everything&due=never&client=1%20or%201&about=job.1&sort=price&group=moon&status='),
  ).toEqual(mine)
})

test('changing one filter keeps the others and what is not ours', () => {
  const search = new URLSearchParams('show=all&status=pending&theme=dark&task=t')
  expect(withTasksSearch(search, { status: 'completed' }).toString()).toBe(
    'show=all&status=completed&theme=dark&task=t',
  )
  expect(withTasksSearch(search, { status: null, scope: 'mine', text: '' }).toString()).toBe('theme=dark&task=t')
  expect(withOpenTask(search, 'u')).toBe('?show=all&status=pending&theme=dark&task=u')
})
