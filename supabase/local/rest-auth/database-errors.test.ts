import { expect, test } from 'vitest'
import { asPostgrestError } from './database-errors.ts'

const told = (code: string, detail: string, hint?: string): unknown => {
  const error = Object.assign(new Error('refused'), { code, detail, hint })
  return JSON.parse(String(Reflect.get(Object(asPostgrestError(error)), 'message')))
}

test.each([
  ['23514', 'Failing row contains (7, Anna Vella, 9500.00).', null],
  ['23502', 'Failing row contains (7, Anna Vella, null).', null],
  ['23505', 'Key (lower(email))=(anna@example.com) already exists.', 'Key (lower(email))=(…)'],
  ['23503', 'Key (contact_id)=(17) is still referenced from table "invoices".', 'Key (contact_id)=(…)'],
])('T1: a broken constraint (%s) tells no row and no key of others: %s', (code, detail, details) => {
  expect(told(code, detail, 'Look at row 7')).toMatchObject({ code, message: 'refused', details, hint: null })
})

test('what a function of the product adds for the caller arrives', () => {
  expect(told('22023', '{"bits": 14}', 'Again')).toMatchObject({ details: '{"bits": 14}', hint: 'Again' })
})
