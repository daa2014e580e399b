import { expect, test } from 'vitest'
import { missingNames, problemOfDistricts, readDistricts } from './tax-place-names'

test('a rate of a county, city or district needs its name, a rate of 0 does not', () => {
  expect(missingNames({ county_rate: '0', county: '', city_rate: '1', city: ' ' })).toEqual({
    city: 'Papers list this rate: please name whose it is',
  })
  expect(missingNames({ county_rate: '0.125' })).toHaveProperty('county')
  expect(missingNames({ county_rate: 'x' })).toEqual({})
})

test('a special district has a name and a rate', () => {
  const transit = { name: 'Transit', rate: '0.125' }
  expect(problemOfDistricts([transit, { name: 'Flood control', rate: '1' }])).toBeNull()
  expect(problemOfDistricts([transit, { name: ' ', rate: '1' }])).toBe('Papers list this rate: please name whose it is')
  expect(problemOfDistricts([{ name: 'Library', rate: '' }])).toBe('Please enter the rate of Library: 0.125')
  expect(problemOfDistricts([{ name: 'Library', rate: '-1' }])).toBe('Please enter the rate of Library: 0.125')
  expect(readDistricts([{ name: 'Transit', rate: ' 0.1250 ' }])).toEqual([{ name: 'Transit', rate: '0.1250' }])
})
