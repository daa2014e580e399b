import { expect, test } from 'vitest'
import { contactValues, emptyContact } from '@/shared/domain/people/contact'
import { belongingsText, choiceOf, filledFields, mergedValues, sideOf, withChoice } from './merge-choice'

const card = (type: string, values: Partial<typeof emptyContact>) => ({
  type,
  ...contactValues({ ...emptyContact, ...values }),
})
const cards = {
  one: card('Person', { name: 'Ann', email: 'ann@one.example' }),
  other: card('Person', { name: 'Anna', email: 'ann@one.example', phone: '2122' }),
}

test('a field comes from the kept card, and from the other where that has none', () => {
  expect(mergedValues(cards, 'one', {})).toEqual({ name: 'Ann', email: 'ann@one.example', phone: '2122' })
  expect(mergedValues(cards, 'other', {})).toEqual({ name: 'Anna', email: 'ann@one.example', phone: '2122' })
})

test('what somebody chose wins, also to leave a field empty', () => {
  expect(mergedValues(cards, 'one', { name: 'other', phone: 'one' })).toEqual({
    name: 'Anna',
    email: 'ann@one.example',
    phone: null,
  })
  expect(sideOf('phone', cards, 'one', {})).toBe('other')
})

test('the address carries the choice through Back and a reload, and nothing that is none', () => {
  const choice = { keep: 'other', picked: { name: 'one', phone: 'other' } } as const
  const search = withChoice(new URLSearchParams('merge=c1&take=email.one'), choice)
  expect(search.toString()).toBe('merge=c1&take=name.one%2Cphone.other&stays=other')
  expect(choiceOf(search, 'one')).toEqual(choice)
  expect(choiceOf(new URLSearchParams('stays=both&take=name.x,id.one,'), 'one')).toEqual({ keep: 'one', picked: {} })
})

test('a business is chosen by its company, not by a first name', () => {
  const businesses = {
    one: card('Business', { name: 'Bakery', company: 'Bakery' }),
    other: card('Business', { name: 'Bakery Ltd', company: 'Bakery Ltd' }),
  }
  expect(filledFields(businesses)).toEqual(['company'])
})

test('what moves is told in words', () => {
  expect(
    belongingsText([
      { thing: 'quotations', count: 1 },
      { thing: 'locations', count: 2 },
      { thing: 'later_things', count: 3 },
    ]),
  ).toBe('1 quotation, 2 sites, 3 later things')
  expect(belongingsText([])).toBe('')
})
