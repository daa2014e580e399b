import { expect, test } from 'vitest'
import { slugOf } from './slug'

test.each([
  ['Closed for Christmas!', 'closed-for-christmas'],
  ['Tabelli tal-Ħanut', 'tabelli-tal-hanut'],
  ['VAT 18 %', 'vat-18'],
  ['  ', ''],
])('“%s” has the address “%s”', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
