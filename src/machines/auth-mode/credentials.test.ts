import { describe, expect, test } from 'vitest'
import { confirmationProblem, newPasswordProblem, normalizeCredentials } from './credentials'

test('e-mail is trimmed and lower-cased, password only trimmed', () => {
  expect(normalizeCredentials({ email: '  Maria@Signwright.TEST \n', password: '  Sign Wright ' })).toEqual({
    email: 'maria@signwright.test',
    password: 'Sign Wright',
  })
})

describe('a new password', () => {
  test.each(['', '12345', '  12345  ', '\u00a012345'])('%j is too short', (password) =>
    expect(newPasswordProblem(password)).toBe('Password must be at least 6 characters long'),
  )

  test.each(['123456', ' 123456 ', '🖨️🖨️🖨️'])('%j is long enough', (password) =>
    expect(newPasswordProblem(password)).toBeNull(),
  )

  test('must be repeated exactly', () => {
    expect(confirmationProblem('signwright', 'Signwright')).toBe('Passwords do not match')
    expect(confirmationProblem('signwright', 'signwright')).toBeNull()
  })
})
