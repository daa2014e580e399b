import { sizeUnitOf } from '@/documents/units'
import { isInFeet } from '@/shared/domain/text/length'
import { choice } from './choice-fields'
import { percent, quantity } from './number-fields'

/** The columns for charging a size, of services and of materials. */
export const chargeNames = ['charge_step', 'charge_min', 'charge_per', 'charge_waste_pct'] as const

/**
 * The fields for charging a size: rounding, minimum and waste. `unitOf`: the price's unit; they exist only for m² and
 * metres.
 */
export function chargeFields(unitOf: (drafts: Readonly<Record<string, string>>) => string | undefined) {
  const hiddenUnless = (drafts: Readonly<Record<string, string>>) => sizeUnitOf(unitOf(drafts)) !== null
  return {
    charge_step: quantity('Round up to', {
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
    charge_min: quantity('Charge at least', {
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
