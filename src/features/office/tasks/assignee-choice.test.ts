import { expect, test } from 'vitest'
import { assigneeChoices, namesOf } from './assignee-choice'
import type { Colleague } from './api/staff.query'

const maria: Colleague = { userId: 'm', name: 'Maria Rossi', role: 'account_manager', avatarUrl: null }

test('a colleague is found by name or by role', () => {
  expect(assigneeChoices([maria])).toEqual([{ value: 'm', label: 'Maria Rossi · account manager' }])
})

test('somebody who is gone is Unknown', () => {
  expect(namesOf([maria], ['m', 'x', null])).toBe('Maria Rossi, Unknown, Unknown')
})

test('nobody is called Unknown before staff were read', () => {
  expect(namesOf(undefined, ['m'])).toBe('')
})
