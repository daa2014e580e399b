import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arranged, withMoved } from './day'
import { kindsText } from './day-words'

const line = (id: string, place: number | null = null) => ({ id, place })
const ids = (lines: readonly { id: string }[]) => lines.map(({ id }) => id).join('')

describe('the order of a day', () => {
  test('is that of time until somebody orders it', () => {
    expect(ids(arranged([line('a'), line('b'), line('c')]))).toBe('abc')
  })

  test('is the own one, and a line that comes new stands before the first that is later', () => {
    expect(ids(arranged([line('a', 3), line('b', 1), line('c', 2)]))).toBe('bca')
    // Of the placed ones d is last; n is later than b only.
    expect(ids(arranged([line('b', 1), line('n'), line('c', 2), line('d', 3)]))).toBe('bncd')
    expect(ids(arranged([line('b', 1), line('c', 2), line('n')]))).toBe('bcn')
  })

  test('is kept the next day by what is left of it, and holds each line once', () => {
    const days = fc
      .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 15 })
      .chain((times) =>
        fc.tuple(
          fc.constant(times.toSorted((a, b) => a - b)),
          fc.array(fc.option(fc.integer({ min: 1, max: 500 })), { minLength: times.length, maxLength: times.length }),
        ),
      )
    fc.assert(
      fc.property(days, fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }), ([times, places], isLeft) => {
        const day = times.map((time, nth) => line(String(time), places[nth] ?? null))
        const whole = arranged(day)
        expect(whole.map(({ id }) => id).toSorted()).toEqual(day.map(({ id }) => id).toSorted())
        const isPlaced = ({ place }: { place: number | null }) => place !== null
        const next = day.filter((_, nth) => isLeft[nth])
        const left = new Set(next.filter(isPlaced).map(({ id }) => id))
        expect(arranged(next).filter(isPlaced)).toEqual(whole.filter(({ id }) => left.has(id)))
      }),
    )
  })
})

test('a line moves to the place of another, and nowhere past the ends', () => {
  expect(withMoved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
  expect(withMoved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  for (const to of [-1, 3]) expect(withMoved(['a', 'b', 'c'], 'b', to)).toEqual(['a', 'b', 'c'])
  expect(withMoved(['a', 'b'], 'x', 0)).toEqual(['a', 'b'])
})

test('what is late is counted by its kind', () => {
  expect(kindsText([{ kind: 'task' }, { kind: 'delivery' }, { kind: 'task' }, { kind: 'step' }])).toBe(
    '2 tasks, 1 delivery, 1 step',
  )
  expect(kindsText([{ kind: 'delivery' }, { kind: 'delivery' }])).toBe('2 deliveries')
})
