import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CutPart, isProven, nest, type Placed, type Sheet } from './nesting'
import { layOnRoll, type Roll } from './roll'

const sheet: Sheet = { width: 3050, height: 1500, kerf: 0, mayTurn: true }
const part = (width: number, height: number, count: number, name = 'Face'): CutPart => ({ name, width, height, count })
const perSheet = (parts: CutPart[], on = sheet) => nest(parts, on).sheets.map(({ length }) => length)

describe('parts on sheets', () => {
  test('six of 1000 × 748 lie on one sheet, where one rule alone buys two', () =>
    expect(perSheet([part(1000, 748, 6)])).toEqual([6]))
  test('nine of 900 × 700: six on the first sheet, three on the second', () =>
    expect(perSheet([part(900, 700, 9)], { ...sheet, kerf: 3 })).toEqual([6, 3]))
  test('a cut of 3 mm makes quarters of a sheet one a sheet', () => {
    expect(perSheet([part(1525, 750, 4)])).toEqual([4])
    expect(perSheet([part(1525, 750, 4)], { ...sheet, kerf: 3 })).toEqual([1, 1, 1, 1])
  })
  test('a material with a grain is not turned', () => {
    expect(nest([part(1500, 3000, 1)], sheet).sheets[0]?.[0]).toMatchObject({
      width: 3000,
      height: 1500,
      isTurned: true,
    })
    expect(nest([part(1500, 3000, 1)], { ...sheet, mayTurn: false }).oversize).toEqual(['Face'])
  })
  test('a part that fits on no sheet is named, and nothing is laid out', () =>
    expect(nest([part(100, 100, 3), part(4000, 200, 1, 'Long rail')], sheet)).toMatchObject({
      sheets: [],
      oversize: ['Long rail'],
    }))
  test('no parts need no sheets', () => expect(perSheet([])).toEqual([]))
})

const anyPart = fc.record({
  name: fc.constant('Face'),
  width: fc.oneof(fc.integer({ min: 5, max: 1490 }), fc.integer({ min: 5, max: 3040 })),
  height: fc.integer({ min: 5, max: 1490 }),
  count: fc.integer({ min: 1, max: 6 }),
})
const anyParts = fc.array(anyPart, { minLength: 1, maxLength: 6 })

const apart = (placed: readonly Placed[], gap: number) =>
  placed.every((a, index) =>
    placed
      .slice(index + 1)
      .every(
        (b) =>
          a.x + a.width + gap <= b.x + 1e-6 ||
          b.x + b.width + gap <= a.x + 1e-6 ||
          a.y + a.height + gap <= b.y + 1e-6 ||
          b.y + b.height + gap <= a.y + 1e-6,
      ),
  )
const sidesAre = (
  { width, height }: { width: number; height: number },
  sides: CutPart | undefined,
  isTurned: boolean,
) => (isTurned ? width === sides?.height && height === sides.width : width === sides?.width && height === sides?.height)

test('any parts: all of them, whole, apart by a cut, inside their sheets, on no fewer than the area asks for', () =>
  fc.assert(
    fc.property(anyParts, fc.constantFrom(0, 3, 8.5), fc.boolean(), (parts, kerf, mayTurn) => {
      const found = nest(parts, { ...sheet, kerf, mayTurn })
      expect(found.oversize).toEqual([])
      for (const [index, one] of parts.entries())
        expect(found.sheets.flat().filter(({ part: of }) => of === index)).toHaveLength(one.count)
      for (const placed of found.sheets) {
        expect(apart(placed, kerf)).toBe(true)
        for (const one of placed) {
          expect(one.x >= 0 && one.y >= 0 && one.x + one.width <= 3050 && one.y + one.height <= 1500).toBe(true)
          expect(sidesAre(one, parts[one.part], one.isTurned)).toBe(true)
          expect(one.isTurned && !mayTurn).toBe(false)
        }
      }
      expect(found.sheets.length).toBeGreaterThanOrEqual(found.bound)
      expect(isProven(found)).toBe(found.sheets.length === found.bound)
    }),
    { numRuns: 60 },
  ))

test('equal parts: never more sheets than a plain grid needs', () =>
  fc.assert(
    fc.property(anyPart, fc.integer({ min: 1, max: 40 }), (one, count) => {
      const grid = Math.max(
        Math.floor(3050 / one.width) * Math.floor(1500 / one.height),
        Math.floor(3050 / one.height) * Math.floor(1500 / one.width),
      )
      expect(nest([{ ...one, count }], sheet).sheets.length).toBeLessThanOrEqual(Math.ceil(count / grid))
    }),
    { numRuns: 100 },
  ))

describe('parts on a roll', () => {
  const roll: Roll = { width: 1370, gap: 0, overlap: 20, mayTurn: true }

  test('two of 680 × 1000 lie side by side', () =>
    expect(layOnRoll([part(680, 1000, 2)], roll)).toMatchObject({ length: 1000, strips: 0 }))
  test('a part wider than the roll is divided into strips that overlap', () =>
    expect(layOnRoll([part(3000, 2000, 1)], roll)).toMatchObject({ length: 6000, strips: 2 }))
  test('a banner that fits when it is turned has no seam, though two strips need less of the roll', () => {
    const wide = { ...roll, width: 1600, overlap: 40 }
    expect(layOnRoll([part(3000, 1000, 1)], wide)).toMatchObject({ length: 3000, strips: 0 })
    expect(layOnRoll([part(3000, 1000, 1)], { ...wide, mayTurn: false })).toMatchObject({ length: 2000, strips: 2 })
  })
  test('an overlap as wide as the roll divides nothing', () =>
    expect(layOnRoll([part(3000, 2000, 1)], { ...roll, overlap: 1370 }).impossible).toEqual(['Face']))
  test('any parts: inside the width, apart by the gap, no shorter than their area', () =>
    fc.assert(
      fc.property(anyParts, fc.constantFrom(0, 5), fc.boolean(), (parts, gap, mayTurn) => {
        const found = layOnRoll(parts, { ...roll, gap, mayTurn })
        expect(apart(found.placed, gap)).toBe(true)
        if (found.impossible.length > 0) return
        expect(found.placed.every(({ x, width }) => x >= 0 && x + width <= 1370 + 1e-6)).toBe(true)
        const area = found.placed.reduce((sum, { width, height }) => sum + width * height, 0)
        expect(found.length * 1370 + 1e-3).toBeGreaterThanOrEqual(area)
      }),
      { numRuns: 60 },
    ))
})
