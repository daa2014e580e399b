// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { placeAt, scrollStep } from './use-row-drag'

const rowAt = (top: number, height: number) =>
  Object.assign(document.createElement('div'), { getBoundingClientRect: () => new DOMRect(0, top, 300, height) })

test('the place under the pointer is above or below the middle of a row; beyond the rows it is their end', () => {
  const rows = [rowAt(100, 40), rowAt(140, 90), rowAt(230, 40)]
  const at = (y: number) => {
    const place = placeAt(rows, y)
    return place ? [rows.indexOf(place.row as (typeof rows)[number]), place.isAfter] : null
  }
  expect([5, 119, 121, 139, 141, 184, 186, 229, 260, 900].map(at)).toEqual([
    [0, false],
    [0, false],
    [0, true],
    [0, true],
    [1, false],
    [1, false],
    [1, true],
    [1, true],
    [2, true],
    [2, true],
  ])
  expect(placeAt([], 10)).toBeNull()
})

test('a sheet scrolls at its edges alone, faster the nearer the pointer is, and never faster than its limit', () => {
  expect([100, 156, 300, 444, 500].map((y) => Math.sign(scrollStep(y, 100, 500)))).toEqual([-1, 0, 0, 0, 1])
  expect(scrollStep(490, 100, 500)).toBeGreaterThan(scrollStep(450, 100, 500))
  expect([scrollStep(-900, 100, 500), scrollStep(9000, 100, 500)]).toEqual([-14, 14])
})
