import fc from 'fast-check'
import { type DocumentLine, lineKinds, vatTreatments } from './lines.ts'

/** A line of one piece for 10.00 at 18 % VAT, with a test's changes. */
export const item = (line: Partial<DocumentLine> = {}): DocumentLine => ({
  id: 'line',
  kind: 'item',
  description: 'Foamex 5 mm, printed',
  details: null,
  qty: '1.0000',
  unit: 'piece',
  unit_price: '10.0000',
  discount_pct: '0.00',
  vat_rate: '18.00',
  vat_treatment: 'standard',
  is_optional: false,
  option_group: null,
  is_selected: false,
  width_mm: null,
  height_mm: null,
  ...line,
})

/** Decimal text with all its places, between two numbers of units of the last place. */
const decimals = (places: number, min: bigint, max: bigint) =>
  fc.bigInt({ min, max }).map((units) => {
    const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
  })

/** Any line that the database would store: also those with tiny prices, whole discounts and negative quantities. */
export const anyLine: fc.Arbitrary<DocumentLine> = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom(...lineKinds, 'item' as const, 'item' as const, 'item' as const),
    qty: fc.oneof(decimals(4, 0n, 99_999_999n), decimals(4, -99_999n, 0n)),
    unit_price: decimals(4, 0n, 999_999_999n),
    discount_pct: fc.oneof(fc.constant('0.00'), decimals(2, 0n, 10_000n)),
    vat_rate: fc.constantFrom(
      '18.0000',
      '12.00',
      '7.00',
      '5.0000',
      '0.00',
      '4.80',
      '13.50',
      '8.8750',
      '6.3333',
      '8.2500',
    ),
    vat_treatment: fc.constantFrom(...vatTreatments),
    is_optional: fc.boolean(),
    option_group: fc.constantFrom(null, 'lit', 'size'),
    is_selected: fc.boolean(),
  })
  .map((line) => item(line))
