import { expect, test } from 'vitest'
import { widened } from './sheet-widths'

test('a column is as wide as the longest word or figure that it draws in one piece', () => {
  const columns = (figure?: (row: string) => string) => [
    { name: 'vat', label: 'VAT', width: '4rem', text: (row: string) => row, ...(figure ? { figure } : {}) },
  ]
  const drawn = (row: string) => (row === '0' ? 'Reverse' : '18 %')
  expect(widened(columns(drawn), ['18', '0'])[0]?.width).toBe('5rem')
  expect(widened(columns(drawn), ['18'])[0]?.width).toBe('4rem')
  expect(widened(columns(), ['a long text that is broken'])[0]?.width).toBe('4rem')
})
