// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { item } from '../testing'
import { PaperSheet } from './paper-sheet'
import { invoicePaper, quotationPaper } from './papers'
import { company, exampleLines, invoiceOf, quotationOf } from './testing'

afterEach(cleanup)

test('a quotation is a sheet with its number, its lines and one large amount', () => {
  render(<PaperSheet paper={quotationPaper(quotationOf(exampleLines))} />)
  const sheet = within(screen.getByRole('article', { name: 'Quotation Q-2026-0142' }))
  expect(sheet.getByRole('heading', { level: 2, name: 'Quotation Q-2026-0142' })).toBeTruthy()
  const lines = within(sheet.getByRole('table', { name: 'Signs for the new wing' }))
  expect(lines.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'DescriptionQuantityUnit priceNet EUR',
    'ACM tray panel, powder coated6 × 3,000 × 750 mm · 13.5 m²6142.375854.25',
    'Stand-off, stainless steel1218.333219.99',
    'Installation, two people3.5 hours45.00157.50',
  ])
  expect(sheet.getAllByText('€1,453.45')).toHaveLength(1)
})

test('an option says in words whether it counts, beside its box', () => {
  const lines = [item({ description: 'LED light', is_optional: true, is_selected: false })]
  render(<PaperSheet paper={quotationPaper(quotationOf(lines))} />)
  expect(screen.getByRole('cell', { name: 'LED light Option, not included in the total' })).toBeTruthy()
})

test('an invoice shows the bank account and draws its code', async () => {
  render(<PaperSheet paper={invoicePaper(invoiceOf(exampleLines))} />)
  const payment = within(screen.getByRole('region', { name: 'Pay by bank transfer' }))
  expect(payment.getByText('MT84 MALT 0110 0001 2345 MTLC AST0 01S')).toBeTruthy()
  expect(await payment.findByRole('img', { name: 'Scan to pay with a banking app' })).toBeTruthy()
})

test('a logo stands for the name, which is its text', () => {
  const withLogo = { ...company, logo_url: '/logo.png' }
  render(<PaperSheet paper={quotationPaper(quotationOf([], { company: withLogo }))} />)
  expect(screen.getByRole('img', { name: 'Ħanut tas-Sinjali' }).getAttribute('src')).toBe('/logo.png')
})
