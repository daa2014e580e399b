import { describe, expect, test } from 'vitest'
import { changesOf, happeningText } from './audit-line'

describe('the changes of a line', () => {
  test('are read as before and after, by column', () =>
    expect(
      changesOf({
        can_view: [true, false],
        roles: [['team_member'], []],
        phone: [null, '+356 5550'],
        user_id: ['a', 'b'],
        data: [{ a: 1 }, ''],
      }),
    ).toEqual([
      { column: 'Can view', before: 'yes', after: 'no' },
      { column: 'Data', before: '{"a":1}', after: '–' },
      { column: 'Phone', before: '–', after: '+356 5550' },
      { column: 'Roles', before: 'team_member', after: '–' },
    ]))

  test.each([null, 'x', [], { a: 1 }, { a: [1] }])('of a strange shape are none: %j', (changed) =>
    expect(changesOf(changed)).toEqual([]),
  )
})

test('what happened is said in words', () =>
  expect([
    happeningText('user_roles', 'UPDATE'),
    happeningText('accounts', 'deactivated'),
    happeningText('accounts', 'temporary_password'),
    happeningText('bank_accounts', 'DELETE'),
  ]).toEqual(['Role changed', 'Account deactivated', 'Account given a temporary password', 'Bank accounts removed']))
