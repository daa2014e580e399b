import { expect, test } from 'vitest'
import { missingNames } from './tax-place-names'

test('a rate of a county, city or district needs its name, a rate of 0 does not', () => {
  expect(
    missingNames({ county_rate: '0', county: '', city_rate: '1', city: ' ', district_rate: '1', district: 'Transit' }),
  ).toEqual({ city: 'Papers list this rate: please name whose it is' })
  expect(missingNames({ district_2_rate: '0.125' })).toHaveProperty('district_2')
  expect(missingNames({ district_2_rate: 'x' })).toEqual({})
})
