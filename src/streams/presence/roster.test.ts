import { expect, test } from 'vitest'
import { peopleOf } from './roster'

const maria = '6c1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11'
const mark = '7d1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11'

test('a person with two tabs is there once, and types when one of them does', () => {
  expect(
    peopleOf({
      b: [{ presence_ref: '1', user_id: mark, typing: false }],
      a: [{ user_id: maria, typing: true }],
      c: [{ user_id: maria, typing: false }],
    }),
  ).toEqual([
    { userId: maria, typing: true },
    { userId: mark, typing: false },
  ])
})

test('what is no person is left out', () => {
  expect(peopleOf({ a: [{ user_id: 'x', typing: true }, null, 'hello', { user_id: maria }] })).toEqual([])
  expect([null, [], 'x', { a: 1 }].map(peopleOf)).toEqual([[], [], [], []])
})
