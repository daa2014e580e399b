import { sizeUnitOf } from '@/documents/units'
import { isInFeet } from '@/shared/domain/text/length'
import { choice } from './choice-fields'
import type { Drafts } from './field'
import { type NumberOptions, percent, quantity } from './number-fields'
import { stockQuantity } from './stock-fields'

/** The columns for charging a size, of services and of materials. */
export const chargeNames = ['charge_step', 'charge_min', 'charge_per', 'charge_waste_pct'] as const

/**
 * The fields for charging a size: rounding, minimum and waste. `unitOf`: the price's unit; they exist only for m² and
 * metres. `isStock`: the price is for a unit of stock, which a company in feet types in feet.
 */
export function chargeFields(unitOf: (drafts: Drafts) => string | undefined, isStock = false) {
  const hiddenUnless = (drafts: Drafts) => sizeUnitOf(unitOf(drafts)) !== null
  const measure = (label: string, options: NumberOptions) =>
    isStock ? stockQuantity(label, (drafts) => unitOf(drafts) ?? '', options) : quantity(label, options)
  return {
    charge_step: measure('Round up to', {
      places: 4,
      aboveZero: true,
      most: '1000',
      hiddenUnless,
      placeholder: '0.1',
      help: () =>
        isInFeet()
          ? 'In the unit of the price: 0.5 charges 6.3 sq ft as 6.5 sq ft. Empty: the measured size'
          : 'In the unit of the price: 0.1 charges 0.63 m² as 0.7 m². Empty: the measured size',
    }),
    charge_min: measure('Charge at least', {
      places: 4,
      aboveZero: true,
      most: '10000',
      hiddenUnless,
      placeholder: '0.5',
      help: 'In the unit of the price. Empty: there is no minimum',
    }),
    charge_per: choice(
      'Rounding and minimum are for',
      [
        { value: 'piece', label: 'Each piece' },
        { value: 'line', label: 'The whole line' },
      ],
      { hiddenUnless, initial: 'piece', help: 'Empty: for each piece' },
    ),
    charge_waste_pct: percent('Waste charged', {
      hiddenUnless,
      help: 'Added to the size before it is rounded',
    }),
  }
}
