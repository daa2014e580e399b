import { expect, test } from 'vitest'
import { fields, finite, flag, listOf, oneOf, orNull, text } from './mini-schema'

const person = fields({
  name: text,
  role: orNull(oneOf(['admin', 'sales'])),
  seen: listOf(fields({ at: finite, isLate: flag })),
})
const ann = { name: 'Ann', role: null, seen: [{ at: 1, isLate: false }] }

test('a value of the shape is read, without the fields that nobody asked for', () =>
  expect(person.parse({ ...ann, password: 'x' })).toEqual(ann))

test.each([
  null,
  'Ann',
  [],
  { ...ann, name: 1 },
  { ...ann, role: 'owner' },
  { name: 'Ann', seen: [] },
  { ...ann, seen: {} },
  { ...ann, seen: [{ at: Number.NaN, isLate: false }] },
  { ...ann, seen: [{ at: 1, isLate: 'no' }] },
])('%j is refused', (value) => {
  expect(person.safeParse(value)).toEqual({ success: false })
  expect(() => person.parse(value)).toThrow('not of the expected shape')
})

test('a field is never read from what every object has', () =>
  expect(
    fields({ toString: { safeParse: (value: unknown) => ({ success: value !== undefined, data: value }) } }).safeParse(
      {},
    ),
  ).toEqual({
    success: false,
  }))
