import { expect, test } from 'vitest'
import { countryCode } from './country-code.ts'

test.each([
  ['Germany', 'DE'],
  ['DE', 'DE'],
  ['Deutschland', 'DE'],
  ['ÖSTERREICH', 'AT'],
  ['O\u0308sterreich', 'AT'],
  ['Italia', 'IT'],
  ['España', 'ES'],
  ['Polska', 'PL'],
  ['Allemagne', 'DE'],
  ['Países Baixos', 'NL'],
  ['Nederland', 'NL'],
  ['Danmark', 'DK'],
  ['France', 'FR'],
  ['Serbia', 'RS'],
  ['Holland', 'NL'],
  ['the Netherlands', 'NL'],
])('%s is a country', (name, code) => {
  expect(countryCode(name)).toBe(code)
})

test.each(['Deutschlnd', 'EU', 'Europäische Union', ''])('“%s” is none', (name) => {
  expect(countryCode(name)).toBeNull()
})
