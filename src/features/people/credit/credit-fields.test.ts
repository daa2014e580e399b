import { expect, test } from 'vitest'
import { draftOf, problemsOf, valuesOf } from '@/kit/fields/field'
import { noRights } from '@/shared/domain/people/permission'
import { creditFields, missingFrom } from './credit-fields'

const row = {
  requested_limit: '5000.50',
  terms_days: 30,
  directors: [{ name: 'Ġorġ Abela', position: 'Owner' }],
  trade_refs: [{ company: 'Quarry Ltd', person: 'Tony', phone: '2122', email: '' }, { company: 'Paint & Co' }, 7],
  consent: true,
  signed_name: 'Ġorġ Abela',
  signed_position: null,
  signed_on: '2026-11-20',
  note: null,
}
const valuesIn = (stored: object) => valuesOf(creditFields, draftOf(creditFields, stored), noRights)

test('what is stored stands in the form and is saved as it was, without what is no reference', () => {
  const values = valuesIn(row)
  expect(values).toEqual({
    ...row,
    trade_refs: [
      { company: 'Quarry Ltd', person: 'Tony', phone: '2122', email: '' },
      { company: 'Paint & Co', person: '', phone: '', email: '' },
    ],
  })
  expect(missingFrom(values)).toEqual([])
})

test('an empty form offers lines to write on, saves nothing of them, and says what is missing', () => {
  const empty = { directors: [], trade_refs: 'broken' }
  expect(JSON.parse(draftOf(creditFields, empty).trade_refs)).toHaveLength(2)
  expect(valuesIn(empty)).toMatchObject({ directors: [], trade_refs: [], requested_limit: null })
  expect(missingFrom(valuesIn(empty))).toEqual([
    'the limit asked for',
    'the payment terms',
    'two trade references',
    'the name of who signs',
    'the consent',
  ])
})

test.each([
  ['5000', '5000.00'],
  ['€ 5,000.50', '5000.50'],
  ['1250,50', '1250.50'],
  ['1,250', '1250.00'],
  ['0', null],
  ['0.005', null],
  ['-5', null],
  ['5000 euro', null],
  ['12345678901', null],
])('%s is the amount %s', (typed, amount) => expect(creditFields.requested_limit.valueOf(typed)).toBe(amount))

test('days are whole and end somewhere', () => {
  expect(['30', ' 0 ', '365', '366', '1.5', '-1'].map((typed) => creditFields.terms_days.valueOf(typed))).toEqual([
    30,
    0,
    365,
    null,
    null,
    null,
  ])
  const drafts = { ...draftOf(creditFields, row), requested_limit: 'much', terms_days: '400' }
  expect(problemsOf(creditFields, drafts, noRights)).toEqual({
    requested_limit: 'Please enter a number, for example 1,250.50',
    terms_days: 'At most 365',
  })
})
