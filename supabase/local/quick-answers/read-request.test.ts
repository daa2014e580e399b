import { expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  readRequest(new Request(`http://127.0.0.1/rest/v1/${path}`, { method, headers }))

test('reads what supabase-js writes of columns, related rows, conditions, order and limit', () => {
  const asked = read(
    'orders?select=id,number:order_number,total:gross::text,client:contacts!orders_contact_id_fkey(company)&status=in.("a,b",c)' +
      '&or=(title.ilike."*sign (2)*",and(due_date.lt.2026-01-01,status.not.is.null))&order=created_at.desc.nullslast,id&limit=20&offset=40',
    { prefer: 'count=exact' },
  )
  expect(asked).toEqual({
    table: 'orders',
    count: true,
    single: false,
    head: false,
    asked: {
      all: false,
      columns: [
        { column: 'id', alias: 'id', asText: false },
        { column: 'order_number', alias: 'number', asText: false },
        { column: 'gross', alias: 'total', asText: true },
      ],
      related: [
        {
          alias: 'client',
          table: 'contacts',
          hint: 'orders_contact_id_fkey',
          inner: false,
          asked: expect.objectContaining({ columns: [{ column: 'company', alias: 'company', asText: false }] }),
        },
      ],
      where: [
        { column: 'status', not: false, operator: 'in', value: ['a,b', 'c'] },
        {
          all: false,
          not: false,
          of: [
            { column: 'title', not: false, operator: 'ilike', value: '%sign (2)%' },
            {
              all: true,
              not: false,
              of: [
                { column: 'due_date', not: false, operator: 'lt', value: '2026-01-01' },
                { column: 'status', not: true, operator: 'is', value: 'null' },
              ],
            },
          ],
        },
      ],
      order: [
        { column: 'created_at', descending: true, nulls: 'last' },
        { column: 'id', descending: false, nulls: null },
      ],
      limit: 20,
      offset: 40,
    },
  })
})

test.each([
  ['a function', 'rpc/free_slots', {}],
  ['a step into JSON', 'orders?select=details->>colour', {}],
  ['a cast to anything but text', 'orders?select=id::date', {}],
  ['a sum', 'orders?select=total.sum()', {}],
  ['spread rows', 'orders?select=...contacts(company)', {}],
  ['a text search', 'orders?title=fts.sign', {}],
  ['one of several', 'orders?title=eq(any).{a,b}', {}],
  ['a regular expression', 'orders?title=match.^a', {}],
  ['an open list', 'orders?status=in.(a', {}],
  ['an open group', 'orders?or=(a.eq.1', {}],
  ['text after a group', 'orders?or=(a.eq.1)b', {}],
  ['an unknown way', 'orders?order=id.up', {}],
  ['a negative limit', 'orders?limit=-1', {}],
  ['two limits', 'orders?limit=1&limit=2', {}],
  ['conditions of rows that are not asked for', 'orders?contacts.company=eq.x', {}],
  ['two columns of one name', 'orders?select=id,id:title', {}],
  ['a planned count', 'orders', { prefer: 'count=planned' }],
  ['a plan', 'orders', { accept: 'application/vnd.pgrst.plan' }],
  ['a range', 'orders', { range: '0-9' }],
])('leaves %s to the library', (_, path, headers) => {
  expect(read(path, headers)).toBeNull()
})

test('reads an array among conditions, and the headers alone', () => {
  expect(read('tasks?or=(assignees.cs.{a,"b c"},assignees.eq.{})')?.asked.where).toEqual([
    {
      all: false,
      not: false,
      of: [
        { column: 'assignees', not: false, operator: 'cs', value: '{a,"b c"}' },
        { column: 'assignees', not: false, operator: 'eq', value: '{}' },
      ],
    },
  ])
  expect(read('orders?select=id', { prefer: 'count=exact' }, 'HEAD')).toMatchObject({ head: true, count: true })
})

test('leaves everything that is no read to the library', () => {
  for (const method of ['POST', 'PATCH', 'DELETE']) expect(read('orders', {}, method)).toBeNull()
})
