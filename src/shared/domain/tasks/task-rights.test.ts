import { expect, test } from 'vitest'
import { noRights } from '../people/permission'
import { isMember, mayChange, mayDelete, mayMakePrivate } from './task-rights'

const rights = (can_edit: boolean) => ({
  ...noRights,
  role: 'sales' as const,
  pages: [{ page_name: 'tasks', can_view: true, can_create: true, can_edit, can_delete: false }],
})
const shared = { created_by: 'maria', assignees: ['mark'] }
const own = { created_by: 'maria', assignees: [] }

test('a shared task is changed by its creator, its assignees and whoever may edit tasks', () => {
  const may = (id: string, edits: boolean) => mayChange(shared, { id, rights: rights(edits) })
  expect([may('maria', false), may('mark', false), may('tony', true), may('tony', false)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('a private task is changed by its creator alone', () => {
  expect([
    mayChange(own, { id: 'maria', rights: rights(false) }),
    mayChange(own, { id: 'tony', rights: rights(true) }),
  ]).toEqual([true, false])
})

test('without the right to see tasks nobody changes one', () => {
  expect(mayChange(shared, { id: 'maria', rights: noRights })).toBe(false)
})

test('only its creator makes a task private', () => {
  expect([mayMakePrivate(shared, 'maria'), mayMakePrivate(shared, 'mark')]).toEqual([true, false])
})

test('a task is deleted by its creator with the right to, and a shared one by an admin', () => {
  const page = { page_name: 'tasks', can_view: true, can_create: true, can_edit: true, can_delete: true }
  const deletes = (role: 'admin' | 'sales') => ({ ...noRights, role, pages: [page] })
  expect([
    mayDelete(own, { id: 'maria', rights: deletes('sales') }),
    mayDelete(own, { id: 'maria', rights: rights(true) }),
    mayDelete(shared, { id: 'mark', rights: deletes('sales') }),
    mayDelete(shared, { id: 'tony', rights: deletes('admin') }),
    mayDelete(own, { id: 'tony', rights: deletes('admin') }),
  ]).toEqual([true, false, false, true, false])
})

test('spec 2 §6: ready marking is only for the creator and assignees', () => {
  expect(['maria', 'mark', 'tony'].map((id) => isMember(shared, id))).toEqual([true, true, false])
})
