import { expect, test } from 'vitest'
import { amountOf, creditDraft, creditProblems, creditValues, daysOf, missingFrom } from './credit-draft'

const row = {
  requested_limit: 5000.5,
  terms_days: 30,
  directors: [{ name: 'Ġorġ Abela', position: 'Owner' }],
  trade_refs: [{ company: 'Quarry Ltd', person: 'Tony', phone: '2122', email: '' }, { company: 'Paint & Co' }, 7],
  consent: true,
  signed_name: 'Ġorġ Abela',
  signed_position: null,
  signed_on: '2026-11-20',
  note: null,
}

test('what is stored stands in the form and is saved as it was, without what is no reference', () => {
  const values = creditValues(creditDraft(row))
  expect(values).toEqual({
    ...row,
    trade_refs: [
      { company: 'Quarry Ltd', person: 'Tony', phone: '2122', email: '' },
      { company: 'Paint & Co', person: '', phone: '', email: '' },
    ],
  })
  expect(missingFrom(creditDraft(row))).toEqual([])
})

test('an empty form offers lines to write on, saves nothing of them, and says what is missing', () => {
  const empty = creditDraft({
    ...row,
    requested_limit: null,
    terms_days: null,
    directors: [],
    trade_refs: 'broken',
    consent: false,
    signed_name: null,
    signed_on: null,
  })
  expect(JSON.parse(empty.trade_refs)).toHaveLength(2)
  expect(creditValues(empty)).toMatchObject({ directors: [], trade_refs: [], requested_limit: null })
  expect(missingFrom(empty)).toEqual([
    'the limit asked for',
    'the payment terms',
    'two trade references',
    'the name of who signs',
    'the consent',
  ])
})

test.each([
  ['5000', '5000'],
  ['€ 5,000.50', '5000.50'],
  ['1250,50', '1250.50'],
  ['1,250', '1250'],
  ['0', null],
  ['0.005', null],
  ['-5', null],
  ['5000 euro', null],
  ['12345678901', null],
  ['', null],
])('%s is the amount %s', (typed, amount) => expect(amountOf(typed)).toBe(amount))

test('days are whole and end somewhere', () => {
  expect(['30', ' 0 ', '365', '366', '1.5', '-1', ''].map(daysOf)).toEqual([30, 0, 365, null, null, null, null])
  expect(creditProblems({ ...creditDraft(row), requested_limit: 'much', terms_days: '400' })).toEqual({
    requested_limit: 'An amount above zero, with at most two decimals',
    terms_days: 'A whole number of days, 0 to 365',
  })
})
