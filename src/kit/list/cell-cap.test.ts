import { expect, test } from 'vitest'
import { cellCap } from './cell-cap.ts'

const columns = (...widths: number[]) => widths.map((width) => ({ width, least: 0 }))

test('columns that fit stay as they are', () => {
  expect(cellCap(columns(100, 200, 300), 600)).toBe(Infinity)
  expect(cellCap([], 600)).toBe(Infinity)
})

test('the widest columns give way, to one width', () => {
  expect(cellCap(columns(100, 200, 300), 500)).toBe(200)
  expect(cellCap(columns(400, 100, 300), 500)).toBe(200)
  expect(cellCap(columns(300, 300, 300), 600)).toBe(200)
})

test('what is left of a narrow column goes to the others', () => {
  expect(cellCap(columns(50, 400, 400), 650)).toBe(300)
})

test('a status keeps its width, and the others give way instead', () => {
  expect(cellCap([...columns(300, 300), { width: 200, least: 200 }], 500)).toBe(150)
  expect(cellCap([...columns(100, 300), { width: 180, least: 120 }], 400)).toBe(150)
})
