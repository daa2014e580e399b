import { expect, test } from 'vitest'
import { type DraftOf, draftOf, problemsOf, valuesOf } from '@/kit/fields/field'
import type { Rights } from '@/shared/domain/people/permission'
import { type LocationFields, locationFields, pointOfRow, rowOf, suggestedTowns } from './location-fields'

const rights = {} as Rights
const { edit } = locationFields
const empty = draftOf(edit, {})
const kiosk = { ...empty, country: 'Malta', label: 'Kiosk', city: 'Valletta', point: '35.8997, 14.5148' }
const problems = (draft: DraftOf<LocationFields>) => problemsOf(edit, draft, rights)
const saved = (draft: DraftOf<LocationFields>) => rowOf(valuesOf(edit, draft, rights) as Parameters<typeof rowOf>[0])

test('a location needs a name, and nothing else', () => {
  expect(problems({ ...empty, label: ' ' })).toEqual({
    label: 'Please give the location a name, such as Main entrance',
  })
  expect(problems(kiosk)).toEqual({})
})

test('a new location needs its client too', () => {
  expect(problemsOf(locationFields.add, kiosk, rights)).toEqual({ business_id: 'Please choose whose location it is' })
})

test('coordinates that cannot be read are told at their field', () => {
  expect(problems({ ...kiosk, point: '35.9' }).point).toMatch(/^No coordinates in this/)
  expect(problems({ ...kiosk, point: '135.9, 14' }).point).toMatch(/^There is no such point/)
  expect(problems({ ...kiosk, phone_on_site: '12' })).toEqual({ phone_on_site: 'A number has at least 3 digits' })
  expect(problems({ ...kiosk, postcode: 'x'.repeat(21) })).toEqual({
    postcode: 'Postcode has at most 20 characters (now 21)',
  })
})

test('what was typed is saved trimmed, empty as null, a pasted link as its point', () => {
  const link = 'https://www.google.com/maps/@35.8997,14.5148,17z'
  expect(saved({ ...kiosk, label: ' Kiosk ', address: '  ', point: link })).toEqual({
    label: 'Kiosk',
    address: null,
    city: 'Valletta',
    postcode: null,
    state: null,
    country: 'Malta',
    access_notes: null,
    contact_on_site: null,
    phone_on_site: null,
    lat: 35.8997,
    lng: 14.5148,
  })
})

test('what is stored is shown as it was', () => {
  const row = saved(kiosk)
  expect(draftOf(edit, { ...row, point: pointOfRow(row) })).toEqual(kiosk)
  const unplaced = saved({ ...kiosk, point: '' })
  expect(draftOf(edit, { ...unplaced, point: pointOfRow(unplaced) }).point).toBe('')
})

test('towns of Malta are suggested to a company there, and to nobody else', () => {
  expect(suggestedTowns('Europe/Malta')).toContain('Mosta')
  expect(suggestedTowns('Europe/Lisbon')).toEqual([])
  expect(suggestedTowns(null)).toEqual([])
})
