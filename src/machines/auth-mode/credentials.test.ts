import { describe, expect, test } from 'vitest'
import { confirmationProblem, emailProblem, newPasswordProblem, normalizeCredentials } from './credentials'

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

describe('an e-mail address', () => {
  test.each(['', '   ', '\u00a0'])('%j is missing', (email) =>
    expect(emailProblem(email)).toBe('Enter your email address'),
  )
  test.each(['maria', 'maria@', '@signwright.test', 'a b@c', 'a@b\r\nbcc: c@d', 'a@@b'])('%j is none', (email) =>
    expect(emailProblem(email)).toBe('Enter an email address like name@company.com'),
  )
  test.each(['a@b', ' Maria+desk@signwright.test ', 'maria@bücher.example', `${'a'.repeat(255)}@b`])(
    '%j is left to the server',
    (email) => expect(emailProblem(email)).toBeNull(),
  )
})
