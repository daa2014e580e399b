import { expect, test } from 'vitest'
import { placeOf } from './place'

const contact = { address_line: '90 Triq l-Imdina', postcode: 'ATD 1234', city: 'Attard' }
const site = { label: 'Shop', address: '1 Triq il-Kbira', city: 'Rabat' }

test('a delivery goes to its site, else to the address on the card of its client, and says so', () => {
  expect(placeOf({ method: 'delivery', location: site, contact })?.words).toBe('Shop, 1 Triq il-Kbira, Rabat')
  expect(placeOf({ method: 'delivery', location: null, contact })).toEqual({
    address: '90 Triq l-Imdina, ATD 1234 Attard',
    words: '90 Triq l-Imdina, ATD 1234 Attard (from the client’s card)',
  })
  expect(placeOf({ method: 'courier', location: null, contact: { address_line: null, city: null } })).toBeNull()
})

test('what the client fetches, or gets as a file, goes nowhere', () => {
  for (const method of ['pickup', 'electronic']) {
    expect(placeOf({ method, location: null, contact })).toBeNull()
    expect(placeOf({ method, location: site, contact })?.words).toBe('Shop, 1 Triq il-Kbira, Rabat')
  }
})
