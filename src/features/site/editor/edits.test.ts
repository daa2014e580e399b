import { expect, test } from 'vitest'
import type { Block } from '@/shared/domain/web/site-blocks'
import { movedIn, withBlock, withEntry, withMovedEntry, withoutEntry, withValue } from './edits'

const people: Block = { id: 'p', kind: 'people', people: [{ name: 'Anna' }, { name: 'Joe', role: 'Fitter' }] }

test('words go to their place, and what the rules refuse changes nothing', () => {
  expect(withValue(people, 'people.1.role', 'Driver')).toEqual({
    ...people,
    people: [{ name: 'Anna' }, { name: 'Joe', role: 'Driver' }],
  })
  expect(withValue(people, 'title', 'Who we are')).toEqual({ ...people, title: 'Who we are' })
  expect(withValue(people, 'title', '<b>Who</b>')).toBeNull()
  expect(withValue(people, 'title', 'x'.repeat(121))).toBeNull()
  expect(withValue(people, 'video', 'x')).toBeNull()
})

test('entries are added, moved and removed; a full list takes no more', () => {
  expect(withEntry(people, 'people')).toEqual({ ...people, people: [...(people.people ?? []), {}] })
  expect(withMovedEntry(people, 'people', 0, 1)).toEqual({
    ...people,
    people: [{ name: 'Joe', role: 'Fitter' }, { name: 'Anna' }],
  })
  expect(withoutEntry(people, 'people', 0)).toEqual({ ...people, people: [{ name: 'Joe', role: 'Fitter' }] })
  expect(withEntry({ ...people, people: Array.from({ length: 24 }, () => ({})) }, 'people')).toBeNull()
})

test('blocks move and stay inside the page, of which 24 is the most', () => {
  expect(movedIn(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(movedIn(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(withBlock([people], 0, 'text')?.map(({ kind }) => kind)).toEqual(['text', 'people'])
  expect(
    withBlock(
      Array.from({ length: 24 }, (_, n) => ({ ...people, id: `p-${n}` })),
      0,
      'text',
    ),
  ).toBeNull()
})
