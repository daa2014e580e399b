import { cannotWaitWords } from '@/shared/domain/web/network-words'
import { beforeAll, expect, test } from 'vitest'
import { loadRefusalWords } from '@/shared/domain/records/refusal-words'
import { saveProblem } from './save-problem'

beforeAll(() => loadRefusalWords('23514'))

const refused = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  ['a policy', refused('42501', 'new row violates row-level security policy for table "contacts"')],
  ['a missing grant', refused('42501', 'permission denied for table contacts')],
])('a refusal by %s is said in our words', (_, error) =>
  expect(saveProblem(error)).toBe('You may not do this. Your rights may have changed meanwhile.'),
)

test.each([
  'deliveries.failed_at cannot be changed',
  'audit_logs only grows: nothing in it changes',
  'tasks.created_by is the person who adds the row',
])('“%s” is never said as missing rights', (message) =>
  expect(saveProblem(refused('42501', message))).toBe(
    'This would change what is fixed. No right allows it: please report it.',
  ),
)

test('a sentence of our own functions comes as it is', () => {
  expect(saveProblem(refused('42501', 'Only admins make admins'))).toBe('Only admins make admins')
  expect(saveProblem(refused('PT409', 'It was decided meanwhile'))).toBe('It was decided meanwhile')
})

test('what is there already is called by its name where the form knows it', () => {
  const twice = refused('23505', 'duplicate key value violates unique constraint "one"')
  expect([saveProblem(twice), saveProblem(twice, 'This contact has this account already.')]).toEqual([
    'This is there already.',
    'This contact has this account already.',
  ])
  expect(saveProblem(refused('23503', 'update or delete on table "a" violates foreign key'), 'There')).toBe(
    'This is still in use.',
  )
})

test.each([
  [
    '23514',
    'new row for relation "quotations" violates check constraint "quotations_deposit_value_range"',
    'A deposit is at most 100 percent, or an amount below 1,000,000,000.',
  ],
  [
    '23514',
    'new row for relation "tasks" violates check constraint "tasks_title_length"',
    'Title is empty or too long.',
  ],
  [
    '23514',
    'new row for relation "shifts" violates check constraint "shifts_end_after_begin"',
    'The end is before the beginning.',
  ],
  [
    '23514',
    'new row for relation "jobs" violates check constraint "jobs_spec_goes_along"',
    'This cannot be saved. The rule is: spec goes along.',
  ],
  ['22003', 'numeric field overflow', 'A number is too large.'],
  [
    '23502',
    'null value in column "qty" of relation "invoice_items" violates not-null constraint',
    'A value is missing.',
  ],
  ['42883', 'operator does not exist: text = uuid', 'This could not be done (42883).'],
])('an error %s of PostgreSQL is never shown in its own words', (code, message, said) =>
  expect(saveProblem(refused(code, message))).toBe(said),
)

test('a rule is said with the name of the field in the form', () => {
  const range = refused('23514', 'new row for relation "shifts" violates check constraint "shifts_break_minutes_range"')
  expect(saveProblem(range, undefined, 'Break')).toBe('Break is outside its limits.')
})

test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
  '“%s” is a server that cannot be reached',
  (message) => expect(saveProblem(new TypeError(message))).toBe(cannotWaitWords),
)

test('what is no error at all is a problem too', () => expect(saveProblem(null)).toBe('This could not be saved.'))

test('what a browser says of itself is said in our words', () => {
  expect(saveProblem(new DOMException('Registration failed - push service error', 'AbortError'))).toBe(
    'The browser did not allow this. Reload the page and try again.',
  )
})
