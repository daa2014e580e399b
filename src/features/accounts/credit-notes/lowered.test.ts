import { expect, test } from 'vitest'
import { lowered } from './lowered'

test('a credit note that lowered an invoice twice says both parts', () => {
  const use = (amount: string, allocated_on: string, invoice_number: string) => ({
    amount,
    allocated_on,
    invoice: { invoice_number },
  })
  const uses = [
    use('28.81', '2026-11-29', 'INV-1'),
    use('5.00', '2026-11-29', 'INV-2'),
    use('0.01', '2026-11-30', 'INV-1'),
  ]
  expect(lowered(uses, 'EUR')).toEqual({
    'Lowers INV-1': '€28.81, 29 Nov 2026 · €0.01, 30 Nov 2026',
    'Lowers INV-2': '€5.00, 29 Nov 2026',
  })
})
