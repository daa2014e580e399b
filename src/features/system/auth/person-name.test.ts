import { expect, test } from 'vitest'
import { personName } from './person-name'

const email = 'v.borg@example.com'

test('a person has no name until their record is read, then their own; the mailbox names only who has none', () => {
  expect(personName({ isPending: true, person: undefined, email })).toBe('')
  expect(personName({ isPending: false, person: { name: 'Victor', lastName: 'Borg' }, email })).toBe('Victor Borg')
  expect(personName({ isPending: false, person: { name: null, lastName: null }, email })).toBe('v.borg')
  expect(personName({ isPending: false, person: undefined, email: '' })).toBe('New User')
})
