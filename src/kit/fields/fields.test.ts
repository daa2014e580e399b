import { expect, test } from 'vitest'
import { noRights } from '@/shared/domain/people/permission'
import { checkbox, choice, tags } from './choice-fields'
import { date, dateTime, time } from './date-fields'
import { readDay } from './day-text'
import { defineFields, draftOf, missingLabels, problemsOf, valuesOf } from './field'
import { readTime } from './read-time'
import { length, money, percent, quantity, wholeNumber } from './number-fields'
import { email, longText, phone, text } from './text-fields'
import { weekdays } from './lists/weekdays-field'

const fields = defineFields({
  name: text('Name', { required: true, max: 10 }),
  note: longText('Note'),
  body: longText('Body', { empty: '' }),
  limit: money('Limit'),
  vat: percent('VAT'),
  length: quantity('Length', { unit: 'm' }),
  days: wholeNumber('Days', { most: '365' }),
  due: date('Due'),
  kind: choice('Kind', [{ value: 'own', label: 'Our own' }]),
  is_client: checkbox('Client', { initial: true }),
  words: tags('Words'),
  reason: text('Reason', { required: true, hiddenUnless: ({ kind }) => kind === 'own' }),
  cost: money('Cost', { right: () => false }),
})

const typed = (change: Partial<Record<keyof typeof fields, string>>) => ({ ...draftOf(fields, {}), ...change })

test('empty optional fields are saved as null, a filled column as an empty text, and a hidden cost not at all', () => {
  expect(valuesOf(fields, typed({ name: ' Ann ' }), noRights)).toEqual({
    name: 'Ann',
    note: null,
    body: '',
    limit: null,
    vat: null,
    length: null,
    days: null,
    due: null,
    kind: null,
    is_client: true,
    words: [],
    reason: '',
  })
})

test('what is stored is typed again without a change of its value', () => {
  const stored = {
    name: 'Ann',
    note: 'Two\nlines',
    body: '',
    limit: '1250.50',
    vat: 18,
    length: '2.500',
    days: 30,
    due: '2026-11-20',
    kind: 'own',
    is_client: false,
    words: ['red', 'blue'],
    reason: 'Because',
  }
  const drafts = draftOf(fields, stored)
  expect([drafts.limit, drafts.vat, drafts.length]).toEqual(['1,250.50', '18', '2.5'])
  expect(valuesOf(fields, drafts, noRights)).toEqual({ ...stored, vat: '18.00' })
})

test('an amount keeps every digit', () => {
  expect(fields.limit.valueOf('999,999,999.99')).toBe('999999999.99')
  expect(money('Large', { most: '99999999999999999.99' }).valueOf('999 999 999 999 999.07')).toBe('999999999999999.07')
})

test.each([
  [{ name: '' }, { name: 'Please enter a name' }],
  [{ name: 'Twelve chars' }, { name: 'Name has at most 10 characters (now 12)' }],
  [{ limit: '-1' }, { limit: 'This cannot be below zero' }],
  [{ limit: '1.005' }, { limit: 'At most 2 decimals' }],
  [{ limit: 'much' }, { limit: 'Please enter a number, for example 1,250.50' }],
  [{ vat: '101' }, { vat: 'At most 100' }],
  [{ days: '2.5' }, { days: 'Please enter a whole number' }],
  [{ due: '30 Feb' }, { due: 'Please enter a date, for example 20 Nov 2026' }],
  [{ kind: 'own' }, { reason: 'Please enter a reason' }],
])('%o is a problem in words, at its field', (change, problems) => {
  expect(problemsOf(fields, typed({ name: 'Ann', ...change }), noRights)).toEqual(problems)
})

test('required fields that are empty are named for the button', () => {
  expect(missingLabels(fields, typed({ kind: 'own' }), noRights)).toEqual(['Name', 'Reason'])
})

test('an amount whose separator may part thousands or decimals says how it is read', () => {
  const price = money('Price', { places: 4 })
  const doubts = (draft: string) => [fields.limit.doubtIn?.(draft, {}), price.doubtIn?.(draft, {})]
  expect(doubts('33,333')).toEqual(['Read as €33,333.00', 'Read as €33,333.00'])
  expect(doubts('33.333')).toEqual([null, 'Read as €33.333'])
  expect(doubts('1,250.50')).toEqual([null, null])
})

test('a price of four decimals shows two at least', () => {
  const price = money('Price', { places: 4 })
  expect(['600.0000', '25.7486', '0.1180'].map((stored) => price.draftOf(stored))).toEqual([
    '600.00',
    '25.7486',
    '0.118',
  ])
})

test.each([
  [email(), 'ann', 'This is not an email address. Example: anna@company.com'],
  [email(), 'ann@borg.example', null],
  [phone(), 'call Ann', 'A phone number has digits, spaces and a plus'],
  [phone(), '+356 2122 3344', null],
  [date('Due', { from: '2026-11-20' }), '2026-11-19', 'Please enter 20 Nov 2026 or later'],
  [time('From'), '25:00', 'Please enter a time, for example 9:30'],
])('%# a field says what is wrong with %s', (field, draft, problem) => {
  expect(field.problem(draft)).toBe(problem)
})

test.each([
  ['20 Nov 2026', '2026-11-20'],
  ['20/11/26', '2026-11-20'],
  ['20.11', '2026-11-20'],
  ['5 jan', '2027-01-05'],
  ['Nov 20', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['today', '2026-11-22'],
  ['+3', '2026-11-25'],
  ['31/2/2026', null],
  ['soon', null],
])('the day %s is read as %s', (words, day) => {
  expect(readDay(words, new Date(2026, 10, 22), 'words')).toBe(day)
})

test('a company that writes the month first reads it first', () => {
  expect(readDay('11/05/2026', new Date(2026, 10, 22), 'month_first')).toBe('2026-11-05')
})

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9.30 pm', '21:30'],
  ['12 am', '00:00'],
  ['24', null],
])('the time %s is read as %s', (words, clock) => {
  expect(readTime(words)).toBe(clock)
})

test('a moment is saved with its zone and shown where the person is', () => {
  const at = dateTime('At')
  const stored = new Date(2026, 10, 20, 9, 30).toISOString()
  expect(at.draftOf(stored)).toBe('2026-11-20T09:30')
  expect(at.valueOf('2026-11-20T9:30')).toBe(stored)
  expect(at.problem('2026-11-20T')).toMatch(/date and a time/)
})

test('days of the week are saved as numbers in their order and said in words', () => {
  const days = weekdays('Works on', { required: true })
  const said = (stored: unknown) => days.words(days.draftOf(stored))
  expect(days.valueOf(days.draftOf([5, 1, 9, 2]))).toEqual([1, 2, 5])
  expect([[1, 2, 3, 4, 5], [1, 2], [1, 2, 5], [1, 2, 3, 4, 5, 6, 7], []].map(said)).toEqual([
    'Mon to Fri',
    'Mon, Tue',
    'Mon, Tue, Fri',
    'every day',
    '',
  ])
  expect(days.isEmpty?.(days.draftOf([]))).toBe(true)
})

test('no sentence of a field shows a place for the tax or the unit', () => {
  const wrong = ['x'.repeat(6000), '-', '-5', '99999999999999999999', '2026-02-30', '1.23456789']
  const label = '{Tax} number ({unit})'
  const all = [
    text(label),
    longText(label),
    email(label),
    phone(label),
    money(label),
    percent(label),
    quantity(label),
    wholeNumber(label),
    length(label),
    date(label),
    dateTime(label),
    time(label),
    tags(label),
    choice(label, [{ value: 'a', label }], { required: true }),
  ]
  const said = all.flatMap((field) => [
    ...wrong.map((draft) => field.problem(draft)),
    ...Object.values(problemsOf({ field: { ...field, required: true } }, { field: '' }, noRights)),
    ...missingLabels({ field: { ...field, required: true } }, { field: '' }, noRights),
  ])
  expect(said.filter((words) => words !== null).length).toBeGreaterThan(40)
  expect(said.filter((words) => words?.includes('{'))).toEqual([])
})
