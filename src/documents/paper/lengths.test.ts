import { expect, test } from 'vitest'
import { item } from '../testing.ts'
import { unitCode } from '../electronic/codes.ts'
import { invoicePaper, quotationPaper } from './papers.ts'
import { client, company, invoiceOf, quotationOf } from './testing.ts'

const panel = item({
  description: 'Panel',
  qty: '2.0000',
  unit: 'ft2',
  width_mm: '2438.40',
  height_mm: '1219.20',
  unit_price: '12.5000',
})
const details = (of: object) => {
  const paper = quotationPaper({ ...quotationOf([panel]), ...of })
  const row = paper.table?.rows[0]
  return row && 'details' in row ? row.details : []
}

test('a panel of 96 by 48 inches is charged per square foot, on the paper of a company in inches', () => {
  const paper = quotationPaper({ ...quotationOf([panel]), company: { ...company, lengths: 'in' } })
  const [row] = paper.table?.rows ?? []
  expect(row && 'cells' in row ? row.cells : []).toEqual(expect.arrayContaining(['64 sq ft', '12.50', '800.00']))
  expect(details({ company: { ...company, lengths: 'in' } })).toEqual([`2 × 96" × 48" · 64 sq ft`])
  expect([unitCode('ft2'), unitCode('ft'), unitCode('ft_edge'), unitCode('yd')]).toEqual(['FTK', 'FOT', 'FOT', 'YRD'])
})

test('a client reads sizes in the own unit, and a paper from before says millimetres', () => {
  const inInches = { company: { ...company, lengths: 'in' as const } }
  expect(details({ ...inInches, client: { ...client, lengths: 'cm' } })).toEqual(['2 × 243.84 × 121.92 cm · 64 sq ft'])
  expect(details({ ...inInches, client: { ...client, lengths: null } })).toEqual([`2 × 96" × 48" · 64 sq ft`])
  expect(details({ company })).toEqual(['2 × 2,438.4 × 1,219.2 mm · 64 sq ft'])
})

test('a price per piece is said with the area in square feet, or in square metres', () => {
  const each = { ...panel, unit: 'piece' }
  const of = (lengths: 'in' | 'mm') => {
    const paper = invoicePaper({ ...invoiceOf([each]), company: { ...company, lengths } })
    const row = paper.table?.rows[0]
    return row && 'details' in row ? row.details : []
  }
  expect(of('in')).toEqual([`2 × 96" × 48" · 64 sq ft`])
  expect(of('mm')).toEqual(['2 × 2,438.4 × 1,219.2 mm · 5.94 m²'])
})
