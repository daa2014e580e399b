import { expect, test } from 'vitest'
import { emptyLocation, locationDraft, locationProblems, locationValues } from './location-draft'

const kiosk = { ...emptyLocation, country: 'Malta', label: 'Kiosk', city: 'Valletta', point: '35.8997, 14.5148' }

test('a location needs a name, and nothing else', () => {
  expect(locationProblems({ ...emptyLocation, label: ' ' })).toEqual({
    label: 'Please give the location a name, such as Main entrance',
  })
  expect(locationProblems(kiosk)).toEqual({})
})

test('coordinates that cannot be read are told at their field', () => {
  expect(locationProblems({ ...kiosk, point: '35.9' }).point).toMatch(/^No coordinates in this/)
  expect(locationProblems({ ...kiosk, point: '135.9, 14' }).point).toMatch(/^There is no such point/)
  expect(locationProblems({ ...kiosk, phone_on_site: '12' })).toEqual({
    phone_on_site: 'A number has at least 3 digits',
  })
  expect(locationProblems({ ...kiosk, postcode: 'x'.repeat(21) })).toEqual({ postcode: 'At most 20 characters' })
})

test('what was typed is saved trimmed, empty as null, a pasted link as its point', () => {
  const link = 'https://www.google.com/maps/@35.8997,14.5148,17z'
  expect(locationValues({ ...kiosk, label: ' Kiosk ', address: '  ', point: link })).toEqual({
    label: 'Kiosk',
    address: null,
    city: 'Valletta',
    postcode: null,
    country: 'Malta',
    access_notes: null,
    contact_on_site: null,
    phone_on_site: null,
    lat: 35.8997,
    lng: 14.5148,
  })
})

test('what is stored is shown as it was', () => {
  expect(locationDraft(locationValues(kiosk))).toEqual(kiosk)
  expect(locationDraft(locationValues({ ...kiosk, point: '' })).point).toBe('')
})
